// The shortest rotation from one direction to another.
#pragma once

#include "engine/math/types.h"

namespace mannequin {

// Of unit vectors; the identity if they are opposite, where no rotation is the shortest.
inline Mat3 rotation_between(const Vec3& from, const Vec3& to) {
  const double cosine = glm::dot(from, to);
  if (!(cosine > -0.999)) return Mat3(1.0);
  const Vec3 axis = glm::cross(from, to);
  const Mat3 cross(Vec3(0.0, axis.z, -axis.y), Vec3(-axis.z, 0.0, axis.x), Vec3(axis.y, -axis.x, 0.0));
  return Mat3(1.0) + cross + (1.0 / (1.0 + cosine)) * (cross * cross);
}

}  // namespace mannequin
