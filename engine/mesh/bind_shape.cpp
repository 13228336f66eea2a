#include "engine/mesh/bind_shape.h"

namespace mannequin {

void apply_bind_shape(BoundMeshDesc& bound) {
  if (!bound.rigged() || bound.skin.bind_shape == Mat4(1.0)) return;
  MeshDesc& mesh = bound.mesh;
  const Mat4& shape = bound.skin.bind_shape;
  const Mat3 linear(shape);
  const Mat3 normal_matrix = glm::transpose(glm::inverse(linear));
  for (Vec3f& p : mesh.positions) p = Vec3f(Vec3(shape * Vec4(Vec3(p), 1.0)));
  for (Vec3f& n : mesh.normals) n = Vec3f(glm::normalize(normal_matrix * Vec3(n)));
  for (Vec4f& t : mesh.tangents) t = Vec4f(Vec3f(glm::normalize(linear * Vec3(t))), t.w);
  for (MorphTarget& morph : mesh.morphs) {
    for (Vec3f& d : morph.positions) d = Vec3f(linear * Vec3(d));
    for (Vec3f& d : morph.normals) d = Vec3f(normal_matrix * Vec3(d));
  }
  bound.skin.bind_shape = Mat4(1.0);
}

}  // namespace mannequin
