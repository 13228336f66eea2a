// Whether every number of a vector, quaternion, matrix or list is finite.
#pragma once

#include <cmath>
#include <limits>
#include <span>

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

// Always checks all of them, which is faster than stopping at the first one that is not finite.
inline bool are_finite(std::span<const float> numbers) {
  bool finite = true;
  for (const float number : numbers) finite &= std::abs(number) <= std::numeric_limits<float>::max();
  return finite;
}

}  // namespace mannequin
