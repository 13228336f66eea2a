#include "tools/document/texture_work.h"

#include <algorithm>
#include <new>

#include "tools/document/background_task.h"
#include "tools/findings/textures.h"

namespace mannequin::document {
namespace {

std::vector<MaterialTexture> textures_of(TextureReader& reader, const io::BoundMeshFile& file,
                                         std::size_t index) {
  std::vector<MaterialTexture> textures;
  const std::vector<MaterialDesc>& materials = file.meshes[index].mesh.materials;
  for (std::size_t m = 0; m < materials.size(); ++m) {
    auto image = reader.read(index, m);
    if (image == nullptr) continue;
    const bool see_through =
        !file.looks.empty() && !file.looks[index].see_through.empty() && file.looks[index].see_through[m];
    textures.push_back({static_cast<std::uint32_t>(m), std::move(image), materials[m].name, see_through});
  }
  return textures;
}

DecodedTextures decode(const io::BoundMeshFile& file, bool attached, const std::filesystem::path& folder) {
  DecodedTextures decoded;
  TextureReader reader(file, folder);
  try {
    for (std::size_t i = 0; i < file.meshes.size(); ++i)
      if (is_shown(file.meshes[i], attached)) decoded.shown.push_back(textures_of(reader, file, i));
    decoded.notes = reader.notes();
  } catch (const std::bad_alloc&) {
    // Their memory is free again, except for finished ones.
    decoded.notes = {{Severity::info, "image_unusable", file.source,
                      "there is not enough memory for all of its textures. Some are not shown"}};
  }
  decoded.files = reader.files();
  return decoded;
}

}  // namespace

void TextureWork::begin(bool in_background) {
  if (decoded_.valid()) return;
  decoded_ = run_in_background<DecodedTextures>(
      [file = file_, attached = attached_, folder = folder_] { return decode(*file, attached, folder); },
      in_background);
}

bool TextureWork::finished() const {
  return decoded_.valid() && decoded_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

DecodedTextures TextureWork::take() { return decoded_.get(); }

bool has_textures(const io::BoundMeshFile& file, bool attached) {
  for (std::size_t i = 0; i < file.meshes.size(); ++i) {
    if (!is_shown(file.meshes[i], attached)) continue;
    const bool embedded =
        !file.looks.empty() &&
        std::ranges::any_of(file.looks[i].images, [](const auto& image) { return !!image; });
    if (embedded || std::ranges::any_of(file.meshes[i].mesh.materials, [](const MaterialDesc& material) {
          return !material.texture.empty();
        }))
      return true;
  }
  return false;
}

}  // namespace mannequin::document
