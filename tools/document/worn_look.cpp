#include "tools/document/worn_look.h"

namespace mannequin::document {

WornLook LookReader::read(std::size_t index) {
  const MeshDesc& mesh = file_.meshes[index].mesh;
  static const io::MeshLook kPlain;
  const io::MeshLook& look = file_.looks.empty() ? kPlain : file_.looks[index];
  WornLook read;
  for (std::size_t m = 0; m < mesh.materials.size(); ++m) {
    auto image = textures_.read(index, m);
    if (image == nullptr) continue;
    read.textures.push_back({static_cast<std::uint32_t>(m), std::move(image), mesh.materials[m].name,
                             !look.see_through.empty() && look.see_through[m]});
  }
  read.vertex_colors.assign(look.vertex_colors.begin(), look.vertex_colors.end());
  return read;
}

}  // namespace mannequin::document
