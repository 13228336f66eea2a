// Directions.
#pragma once

#include "engine/math/types.h"

namespace mannequin {

// Of unit length, or 0 where there is no direction.
inline Vec3 unit_or_zero(const Vec3& v) {
  const double length = glm::length(v);
  return length > 0.0 ? v / length : Vec3(0.0);
}

}  // namespace mannequin
