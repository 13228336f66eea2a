#include "tools/document/kept_copy.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/platform/path.h"

namespace mannequin::document {

std::filesystem::path kept_copy_path(const Workbench& bench, const WornFile& replaced) {
  if (!bench.settings.keeps()) return {};
  if (replaced.unsaved && !replaced.kept_copy.empty()) return replaced.kept_copy;
  const std::filesystem::path folder = bench.settings.folder_for_samples();
  const std::string stem = replaced.path.stem().string();
  std::filesystem::path path = folder / path_of_utf8(fmt::format("unsaved {}.glb", stem));
  const auto taken = [&] {
    return std::ranges::any_of(bench.avatar.worn(),
                               [&](const auto& worn) { return worn->kept_copy == path; });
  };
  for (int number = 2; taken(); ++number)
    path = folder / path_of_utf8(fmt::format("unsaved {} {}.glb", stem, number));
  return path;
}

}  // namespace mannequin::document
