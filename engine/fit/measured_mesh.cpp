#include "engine/fit/measured_mesh.h"

#include <algorithm>

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

std::vector<float> MeasuredMesh::movements(const At& from, const At& to) const {
  if (from.palette == to.palette && from.morph_weights == to.morph_weights) return {};
  return morphs() ? morphed_movements(from, to) : skinned_movements(from, to);
}

void MeasuredMesh::place(const At& at, std::vector<Vec3f>& out) const {
  if (morphs())
    out = bound_vertices(*mesh_, *skin_, at.morph_weights);
  else
    out.assign(bound_.begin(), bound_.end());
  const std::span<const VertexInfluences> influences = skin_->influences();
  for (std::size_t v = 0; v < out.size(); ++v) out[v] = skinned_point(influences[v], at.palette, out[v]);
}

double MeasuredMesh::largest_movement(const At& from, const At& to) const {
  const std::vector<float> all = movements(from, to);
  return all.empty() ? 0.0 : static_cast<double>(*std::ranges::max_element(all));
}

// The palettes' difference blends like the palettes themselves.
std::vector<float> MeasuredMesh::skinned_movements(const At& from, const At& to) const {
  std::vector<Mat34> difference(from.palette.size());
  for (std::size_t slot = 0; slot < difference.size(); ++slot)
    difference[slot] = to.palette[slot] - from.palette[slot];
  const std::span<const VertexInfluences> influences = skin_->influences();
  std::vector<float> all(bound_.size());
  for (std::size_t v = 0; v < bound_.size(); ++v)
    all[v] = glm::length(skinned_point(influences[v], difference, bound_[v]));
  return all;
}

// Morphs change the blended vertices, so both ends are skinned in full.
std::vector<float> MeasuredMesh::morphed_movements(const At& from, const At& to) const {
  const std::vector<Vec3f> start = bound_vertices(*mesh_, *skin_, from.morph_weights),
                           end = bound_vertices(*mesh_, *skin_, to.morph_weights);
  const std::span<const VertexInfluences> influences = skin_->influences();
  std::vector<float> all(start.size());
  for (std::size_t v = 0; v < start.size(); ++v)
    all[v] = glm::length(skinned_point(influences[v], to.palette, end[v]) -
                         skinned_point(influences[v], from.palette, start[v]));
  return all;
}

}  // namespace mannequin
