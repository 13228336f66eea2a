#include "engine/skinning/reference.h"

#include <cassert>

#include "engine/math/unit.h"

namespace mannequin {
namespace {

double inverse_or_zero(double length) { return length > 0.0 ? 1.0 / length : 0.0; }

}  // namespace

ReferenceInput::ReferenceInput(const Mesh& mesh, const Skin& skin)
    : bind_shape(skin.bind_shape()),
      positions(mesh.positions()),
      normals(mesh.normals()),
      tangents(mesh.tangents()),
      influences(skin.influences()),
      morphs(mesh.morphs()) {}

//   v' = (sum a_k M_jk) G (v + sum w_i dv_i)
//   n' = normalise(upper3x3(sum a_k M_jk) G^-T (n + sum w_i dn_i))
//   t' = normalise(upper3x3((sum a_k M_jk) G) t)
//   G: the bind shape, M_j: the palette, a: weights of sum 1, w: morph weights. The blended matrix is not
//   inverse-transposed for normals, as in the viewer.
void skin_reference(const ReferenceInput& input, std::span<const Mat4> palette,
                    std::span<const float> morph_weights, std::span<ReferenceVertex> out) {
  assert(out.size() == input.positions.size());
  assert(morph_weights.empty() || morph_weights.size() == input.morphs.size());
  std::vector<Vec3> positions(input.positions.begin(), input.positions.end());
  std::vector<Vec3> normals(input.normals.begin(), input.normals.end());
  for (std::size_t m = 0; m < morph_weights.size(); ++m) {
    const MorphTarget& morph = input.morphs[m];
    const double w = morph_weights[m];
    for (std::size_t i = 0; i < morph.vertices.size(); ++i) {
      positions[morph.vertices[i]] += w * Vec3(morph.positions[i]);
      if (!morph.normals.empty()) normals[morph.vertices[i]] += w * Vec3(morph.normals[i]);
    }
  }

  const Mat3 bind_from_mesh_normal = glm::transpose(glm::inverse(Mat3(input.bind_shape)));
  for (std::size_t v = 0; v < positions.size(); ++v) {
    const VertexInfluences& influences = input.influences[v];
    Mat4 world_from_bind(0.0);
    for (std::size_t k = 0; k < kMaxInfluences; ++k)
      world_from_bind += static_cast<double>(influences.weight[k]) * palette[influences.joint[k]];
    const Mat4 world_from_mesh = world_from_bind * input.bind_shape;
    out[v].position = Vec3(world_from_mesh * Vec4(positions[v], 1.0));
    const Vec3 tangent = input.tangents.empty() ? Vec3(0.0) : Vec3(Vec3f(input.tangents[v]));
    out[v].normal = Mat3(world_from_bind) * (bind_from_mesh_normal * normals[v]);
    out[v].tangent = Mat3(world_from_mesh) * tangent;
    if (input.unit_directions) {
      out[v].normal = unit_or_zero(out[v].normal);
      out[v].tangent = unit_or_zero(out[v].tangent);
    } else {
      out[v].normal *= inverse_or_zero(glm::length(bind_from_mesh_normal * Vec3(input.normals[v])));
      out[v].tangent *= inverse_or_zero(glm::length(Mat3(input.bind_shape) * tangent));
    }
  }
}

void skin_reference(const Mesh& mesh, const Skin& skin, std::span<const Mat4> palette,
                    std::span<ReferenceVertex> out) {
  skin_reference(ReferenceInput(mesh, skin), palette, {}, out);
}

}  // namespace mannequin
