#include "tools/document/worn_look.h"

namespace mannequin::document {

WornLook make_look(const io::BoundMeshFile& file, std::size_t mesh, bool srgb_colors) {
  WornLook look{.srgb_colors = srgb_colors, .vertex_colors = {}, .textures = {}};
  if (file.looks.empty()) return look;
  const auto& colors = file.looks[mesh].vertex_colors;
  look.vertex_colors.assign(colors.begin(), colors.end());
  return look;
}

}  // namespace mannequin::document
