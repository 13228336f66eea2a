#include "engine/avatar/system_morphs.h"

#include <algorithm>

namespace mannequin {
namespace {

Vec3 unit_or(const Vec3& v, const Vec3& otherwise) {
  const double length = glm::length(v);
  return length > 0.0 ? v / length : otherwise;
}

}  // namespace

void morph_weights(std::span<const SystemMorph> morphs, const Appearance& appearance,
                   const ParameterWeights& weights, std::span<float> out) {
  for (std::size_t m = 0; m < morphs.size(); ++m) {
    const SystemMorph& morph = morphs[m];
    if (morph.id) {
      const ParameterIndex found = appearance.find(*morph.id);
      out[m] = found == kNoParameter ? 0.0f
                                     : static_cast<float>(weights.effective[static_cast<std::size_t>(found)]);
      continue;
    }
    const ParameterDesc& parameter = appearance[morph.parameter];
    const auto p = static_cast<std::size_t>(morph.parameter);
    double weight = weights.effective[p];
    const bool own_range = morph.min != parameter.min || morph.max != parameter.max;
    if (own_range && concerns(parameter.sex, weights.sex))
      weight = std::clamp(weights.requested[p], morph.min, morph.max);
    out[m] = morph.waits ? 0.0f : static_cast<float>(weight);
  }
}

MorphedPart morph_part(const Mesh& mesh, std::span<const SystemMorph> morphs,
                       std::span<const float> weights) {
  MorphedPart out;
  out.positions.assign(mesh.positions().begin(), mesh.positions().end());
  out.normals.assign(mesh.normals().begin(), mesh.normals().end());
  // The viewer starts from the normals, not from the file's binormals.
  out.binormals = out.normals;
  out.uvs.assign(mesh.uvs().begin(), mesh.uvs().end());
  out.clothing.assign(mesh.vertex_count(), Vec4(0.0));
  out.binormal_lengths.assign(mesh.vertex_count(), 1.0);
  std::vector<bool> touched(mesh.vertex_count());
  for (std::size_t m = 0; m < morphs.size(); ++m) {
    const SystemMorph& morph = morphs[m];
    const MorphTarget& target = mesh.morphs()[m];
    const double w = weights[m];
    for (std::size_t i = 0; i < target.vertices.size(); ++i) {
      const std::uint32_t v = target.vertices[i];
      // A mask sets its own weight, regardless of the morph's.
      if (morph.clothing && (w != 0.0 || morph.masked))
        out.clothing[v].w = morph.mask.empty() ? 1.0 : static_cast<double>(morph.mask[i]);
      if (w == 0.0) continue;
      touched[v] = true;
      out.positions[v] += w * Vec3(target.positions[i]);
      if (!target.normals.empty()) out.normals[v] += w * Vec3(target.normals[i]);
      if (!morph.binormals.empty()) out.binormals[v] += w * Vec3(morph.binormals[i]);
      if (!morph.uvs.empty()) out.uvs[v] += w * Vec2(morph.uvs[i]);
      if (morph.clothing) out.clothing[v] += Vec4(w * Vec3(target.positions[i]), 0.0);
    }
  }
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    if (!touched[v]) continue;
    const Vec3 n = out.normals[v] = unit_or(out.normals[v], out.normals[v]);
    const Vec3 b = glm::cross(n, glm::cross(out.binormals[v], n));
    out.binormal_lengths[v] = glm::length(b);
    out.binormals[v] = unit_or(b, Vec3(0.0));
  }
  return out;
}

}  // namespace mannequin
