// Whether a transform can be inverted.
#pragma once

#include <cmath>

#include "engine/math/types.h"

namespace mannequin {

// Finite and far from singular; independent of scale.
inline bool is_invertible(const Mat4& m) {
  const Mat3 linear(m);
  const double lengths = glm::length(linear[0]) * glm::length(linear[1]) * glm::length(linear[2]);
  const double volume = std::abs(glm::determinant(linear));
  return std::isfinite(lengths) && lengths > 0.0 && volume > 1e-9 * lengths && std::isfinite(m[3][0]) &&
         std::isfinite(m[3][1]) && std::isfinite(m[3][2]);
}

}  // namespace mannequin
