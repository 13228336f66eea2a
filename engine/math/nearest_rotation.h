// The rotation in a linear map, whatever it scales along whichever axes.
#pragma once

#include <cmath>
#include <glm/gtc/matrix_inverse.hpp>

#include "engine/math/types.h"

namespace mannequin {

// The orthonormal matrix nearest to `m`, by Newton's iteration of the polar decomposition; mirrors where `m`
// does. Not finite if `m` is singular.
inline Mat3 nearest_rotation(Mat3 m) {
  m /= std::cbrt(std::abs(glm::determinant(m)));
  for (int step = 0; step < 30; ++step) {
    const Mat3 next = 0.5 * (m + glm::inverseTranspose(m));
    const Mat3 change = next - m;
    m = next;
    if (glm::length(change[0]) + glm::length(change[1]) + glm::length(change[2]) < 1e-14) break;
  }
  return m;
}

}  // namespace mannequin
