#include "engine/fit/measured_mesh.h"

#include <algorithm>
#include <cmath>

#include "engine/skinning/palette.h"

namespace mannequin {
std::vector<Vec3f> bound_vertices(const Mesh& mesh, const Skin& skin, std::span<const float> morph_weights) {
  std::vector<Vec3f> bound(mesh.positions().begin(), mesh.positions().end());
  for (std::size_t m = 0; m < morph_weights.size(); ++m) {
    if (morph_weights[m] == 0.0f) continue;
    const MorphTarget& target = mesh.morphs()[m];
    for (std::size_t i = 0; i < target.vertices.size(); ++i)
      bound[target.vertices[i]] += morph_weights[m] * target.positions[i];
  }
  for (Vec3f& p : bound) p = Vec3f(skin.bind_shape() * Vec4(Vec3(p), 1.0));
  return bound;
}

MeasuredMesh::MeasuredMesh(const Mesh& mesh, const Skin& skin, std::span<const SystemMorph> morphs)
    : mesh_(&mesh), skin_(&skin), morphs_(morphs), bound_(bound_vertices(mesh, skin, {})) {}

MeasuredMesh::At MeasuredMesh::at(const Appearance& appearance, const AvatarState& state) const {
  At at{std::vector<Mat34>(skin_->palette_size()), std::vector<float>(morphs_.size())};
  make_palette(*skin_, state.joints, at.palette);
  if (morphs()) mannequin::morph_weights(morphs_, appearance, state.shape.weights, at.morph_weights);
  return at;
}

double MeasuredMesh::largest_movement(const At& from, const At& to) const {
  if (from.palette == to.palette && from.morph_weights == to.morph_weights) return 0.0;
  return morphs() ? largest_morphed_movement(from, to) : largest_skinned_movement(from, to);
}

// The palettes' difference blends like the palettes themselves.
double MeasuredMesh::largest_skinned_movement(const At& from, const At& to) const {
  std::vector<Mat34> difference(from.palette.size());
  for (std::size_t slot = 0; slot < difference.size(); ++slot)
    difference[slot] = to.palette[slot] - from.palette[slot];
  float largest = 0.0f;
  for (std::size_t v = 0; v < bound_.size(); ++v) {
    const Vec3f moved = skinned_point(skin_->influences()[v], difference, bound_[v]);
    largest = std::max(largest, glm::dot(moved, moved));
  }
  return std::sqrt(static_cast<double>(largest));
}

// Morphs change the blended vertices, so both ends are skinned in full.
double MeasuredMesh::largest_morphed_movement(const At& from, const At& to) const {
  const std::vector<Vec3f> start = bound_vertices(*mesh_, *skin_, from.morph_weights),
                           end = bound_vertices(*mesh_, *skin_, to.morph_weights);
  double largest = 0.0;
  for (std::size_t v = 0; v < start.size(); ++v) {
    const VertexInfluences& influences = skin_->influences()[v];
    const Vec3f moved =
        skinned_point(influences, to.palette, end[v]) - skinned_point(influences, from.palette, start[v]);
    largest = std::max(largest, static_cast<double>(glm::dot(moved, moved)));
  }
  return std::sqrt(largest);
}

}  // namespace mannequin
