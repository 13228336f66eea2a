#include "tools/document/worn_look.h"

#include <fmt/format.h>

#include <optional>

#include "engine/io/gltf/uri.h"

namespace mannequin::document {
namespace {

// Exporters write whole paths of their own machine; such an image is looked for beside the file.
std::optional<std::filesystem::path> file_of(const std::filesystem::path& folder, const std::string& name) {
  std::error_code error;
  auto file = io::file_of_uri(folder, name);
  if (file && std::filesystem::exists(*file, error)) return file;
  const auto beside = io::file_of_uri(folder, name.substr(name.find_last_of("/\\") + 1));
  return beside && std::filesystem::exists(*beside, error) ? beside : file;
}

}  // namespace

std::shared_ptr<const TextureImage> LookReader::decoded(std::span<const std::byte> bytes,
                                                        const std::string& name) {
  auto image = decode_texture(bytes, name, pixels_left_);
  if (!image) {
    notes_.push_back({Severity::info, "image_unusable", image.error().where,
                      image.error().what + ". The mesh is shown without this texture"});
    return nullptr;
  }
  pixels_left_ -= static_cast<std::size_t>(image->width) * static_cast<std::size_t>(image->height);
  return std::make_shared<const TextureImage>(std::move(*image));
}

std::shared_ptr<const TextureImage> LookReader::of_file(const std::string& name) {
  const auto [known, is_new] = of_names_.try_emplace(name);
  if (!is_new) return known->second;
  const auto file = file_of(folder_, name);
  if (file) files_.push_back(*file);
  std::error_code error;
  if (!file || !std::filesystem::exists(*file, error)) {
    // Readers of formats that hold images look for them, too, and have said so.
    if (file_.looks.empty())
      notes_.push_back(
          {Severity::info, "image_missing", file_.source,
           fmt::format("there is no file \"{}\" beside it; the mesh is shown without this texture", name)});
    return nullptr;
  }
  const auto bytes = io::read_file(*file);
  if (bytes)
    known->second = decoded(*bytes, file->filename().string());
  else
    notes_.push_back({Severity::info, "image_unusable", bytes.error().where, bytes.error().what});
  return known->second;
}

std::shared_ptr<const TextureImage> LookReader::of_material(const MaterialDesc& material,
                                                            std::shared_ptr<const io::Bytes> image) {
  if (image == nullptr) return material.texture.empty() ? nullptr : of_file(material.texture);
  const auto [known, is_new] = of_bytes_.try_emplace(std::move(image));
  if (is_new)
    known->second = decoded(*known->first, fmt::format("{}, image of '{}'", file_.source, material.name));
  return known->second;
}

WornLook LookReader::read(std::size_t index) {
  const MeshDesc& mesh = file_.meshes[index].mesh;
  static const io::MeshLook kPlain;
  const io::MeshLook& look = file_.looks.empty() ? kPlain : file_.looks[index];
  WornLook read;
  for (std::size_t m = 0; m < mesh.materials.size(); ++m) {
    auto image = of_material(mesh.materials[m], look.images.empty() ? nullptr : look.images[m]);
    if (image == nullptr) continue;
    read.textures.push_back({static_cast<std::uint32_t>(m), std::move(image), mesh.materials[m].name,
                             !look.see_through.empty() && look.see_through[m]});
  }
  read.vertex_colors.assign(look.vertex_colors.begin(), look.vertex_colors.end());
  return read;
}

}  // namespace mannequin::document
