// Moves vertices and morph deltas from mesh space to bind space, the input space of palettes.
#pragma once

#include "engine/math/types.h"

namespace mannequin {

// The transform from mesh to bind space, per kind of quantity.
struct ToBindSpace {
  explicit ToBindSpace(const Mat4& bind_from_mesh)
      : matrix(bind_from_mesh), normal_matrix(glm::transpose(glm::inverse(Mat3(bind_from_mesh)))) {}

  Vec3f position(const Vec3f& p) const { return Vec3f(matrix * Vec4(Vec3(p), 1.0)); }
  Vec3f tangent(const Vec4f& t) const { return unit(Mat3(matrix) * Vec3(Vec3f(t))); }
  Vec3f normal(const Vec3f& n) const { return unit(normal_matrix * Vec3(n)); }
  Vec3f position_delta(const Vec3f& d) const { return Vec3f(Mat3(matrix) * Vec3(d)); }
  // `normal`: the vertex's own, whose length normal() removes.
  Vec3f normal_delta(const Vec3f& d, const Vec3f& normal) const {
    const double length = glm::length(normal_matrix * Vec3(normal));
    return Vec3f(normal_matrix * Vec3(d) / (length > 0.0 ? length : 1.0));
  }

  Mat4 matrix;
  Mat3 normal_matrix;

 private:
  // Only the direction matters; unit length keeps it in range for any bind shape.
  static Vec3f unit(const Vec3& v) {
    const double length = glm::length(v);
    return length > 0.0 ? Vec3f(v / length) : Vec3f(0.0f);
  }
};

}  // namespace mannequin
