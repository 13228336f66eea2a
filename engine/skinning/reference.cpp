#include "engine/skinning/reference.h"

#include <cassert>

namespace mannequin {

//   v' = (sum a_k M_jk) (G v)                              G: the bind shape, M_j: the palette, a: weights,
//   sum 1 n' = normalise(upper3x3(sum a_k M_jk) (G^-T n))        the blended matrix is not inverse-transposed
void skin_reference(const Mesh& mesh, const Skin& skin, std::span<const Mat4> palette,
                    std::span<ReferenceVertex> out) {
  assert(palette.size() == skin.palette_size() && out.size() == mesh.vertex_count());
  const Mat4 bind_from_mesh = skin.bind_shape();
  const Mat3 bind_from_mesh_normal = glm::transpose(glm::inverse(Mat3(bind_from_mesh)));
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const VertexInfluences& influences = skin.influences()[v];
    Mat4 world_from_bind(0.0);
    for (std::size_t k = 0; k < kMaxInfluences; ++k)
      world_from_bind += static_cast<double>(influences.weight[k]) * palette[influences.joint[k]];
    const Vec4 bound = bind_from_mesh * Vec4(Vec3(mesh.positions()[v]), 1.0);
    const Vec3 normal = Mat3(world_from_bind) * (bind_from_mesh_normal * Vec3(mesh.normals()[v]));
    const double length = glm::length(normal);
    out[v].position = Vec3(world_from_bind * bound);
    out[v].normal = length > 0.0 ? normal / length : Vec3(0.0);
  }
}

}  // namespace mannequin
