// Whether every number of a vector, quaternion or matrix is finite.
#pragma once

#include <cmath>

#include "engine/math/types.h"

namespace mannequin {

template <glm::length_t N, typename T>
bool is_finite(const glm::vec<N, T>& v) {
  for (glm::length_t i = 0; i < N; ++i)
    if (!std::isfinite(v[i])) return false;
  return true;
}

template <typename T>
bool is_finite(const glm::qua<T>& q) {
  return is_finite(glm::vec<4, T>(q.x, q.y, q.z, q.w));
}

template <glm::length_t C, glm::length_t R, typename T>
bool is_finite(const glm::mat<C, R, T>& m) {
  for (glm::length_t column = 0; column < C; ++column)
    if (!is_finite(m[column])) return false;
  return true;
}

}  // namespace mannequin
