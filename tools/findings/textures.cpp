#include "tools/findings/textures.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/io/companion.h"
#include "engine/io/uri.h"

namespace mannequin {
namespace {

// Relative to `folder`. Exporters write whole paths of their own machine; such an image is looked for beside
// the file.
std::optional<std::filesystem::path> texture_file(const std::filesystem::path& folder,
                                                  const std::string& name) {
  std::error_code error;
  auto file = io::file_of_uri(folder, name);
  if (!file || !std::filesystem::exists(*file, error))
    if (const auto beside = io::file_of_uri(folder, name.substr(name.find_last_of("/\\") + 1));
        beside && std::filesystem::exists(*beside, error))
      file = beside;
  if (!file) return std::nullopt;
  return file->lexically_relative(folder);
}

}  // namespace

std::shared_ptr<const io::Image> TextureReader::decoded(std::span<const std::byte> bytes,
                                                        const std::string& name) {
  io::ImageLimits limits;
  limits.pixels = std::min(limits.pixels, pixels_left_);
  auto image = io::read_image(bytes, name, limits);
  if (!image) {
    notes_.push_back({Severity::info, "image_unusable", image.error().where,
                      image.error().what + ". The mesh is shown without this texture"});
    return nullptr;
  }
  pixels_left_ -= image->rgba.size() / 4;
  return std::make_shared<const io::Image>(std::move(*image));
}

std::shared_ptr<const io::Image> TextureReader::of_file(const std::string& name) {
  const auto [known, is_new] = of_names_.try_emplace(name);
  if (!is_new) return known->second;
  const auto file = texture_file(folder_, name);
  if (file) files_.push_back(folder_ / *file);
  std::error_code error;
  if (!file || !std::filesystem::exists(folder_ / *file, error)) {
    // Readers of formats that hold images look for them, too, and have said so.
    if (file_.looks.empty())
      notes_.push_back(
          {Severity::info, "image_missing", file_.source,
           fmt::format("there is no file \"{}\" beside it; the mesh is shown without this texture", name)});
    return nullptr;
  }
  const auto bytes = io::read_companion(folder_, *file);
  if (bytes)
    known->second = decoded(*bytes, file->filename().string());
  else
    notes_.push_back({Severity::info, "image_unusable", bytes.error().where, bytes.error().what});
  return known->second;
}

std::shared_ptr<const io::Image> TextureReader::read(std::size_t mesh, std::size_t number) {
  const MaterialDesc& material = file_.meshes[mesh].mesh.materials[number];
  std::shared_ptr<const io::Bytes> embedded;
  if (!file_.looks.empty() && !file_.looks[mesh].images.empty()) embedded = file_.looks[mesh].images[number];
  if (embedded == nullptr) return material.texture.empty() ? nullptr : of_file(material.texture);
  const auto [known, is_new] = of_bytes_.try_emplace(std::move(embedded));
  if (is_new)
    known->second = decoded(*known->first, fmt::format("{}, image of '{}'", file_.source, material.name));
  return known->second;
}

io::Notes texture_notes(const io::BoundMeshFile& file, const std::filesystem::path& folder) {
  TextureReader textures(file, folder);
  for (std::size_t mesh = 0; mesh < file.meshes.size(); ++mesh)
    for (std::size_t m = 0; m < file.meshes[mesh].mesh.materials.size(); ++m) (void)textures.read(mesh, m);
  return textures.notes();
}

}  // namespace mannequin
