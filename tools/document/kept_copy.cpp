#include "tools/document/kept_copy.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "engine/platform/path.h"

namespace mannequin::document {

std::filesystem::path kept_copy_path(const Workbench& bench, const WornFile& replaced) {
  if (!bench.settings.keeps()) return {};
  if (replaced.unsaved && !replaced.kept_copy.empty()) return replaced.kept_copy;
  const std::filesystem::path folder = bench.settings.folder_for_samples();
  const std::string stem = replaced.path.stem().string();
  std::filesystem::path path = folder / path_of_utf8(fmt::format("unsaved {}.glb", stem));
  for (int number = 2; is_kept_copy_needed(bench, path); ++number)
    path = folder / path_of_utf8(fmt::format("unsaved {} {}.glb", stem, number));
  return path;
}

bool is_kept_copy_needed(const Workbench& bench, const std::filesystem::path& copy) {
  const std::string name = copy.filename().string();
  return std::ranges::any_of(bench.avatar.worn(),
                             [&](const auto& worn) { return worn->kept_copy == copy; }) ||
         std::ranges::any_of(bench.settings.earlier_documents(), [&](const std::string& document) {
           return document.find(name) != std::string::npos;
         });
}

bool write_kept_copy(const io::BoundMeshFile& file, const Skeleton& skeleton,
                     const std::filesystem::path& copy) {
  const auto bytes = io::write_glb(file.meshes, &skeleton, file.looks);
  return bytes && io::write_file(copy, *bytes);
}

void remove_kept_copy(WornFile& worn) {
  std::error_code error;
  if (!worn.kept_copy.empty()) std::filesystem::remove(worn.kept_copy, error);
  worn.kept_copy.clear();
}

}  // namespace mannequin::document
