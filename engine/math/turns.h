// Rotations from axes and angles as the viewer makes them. Source: the viewer's LLQuaternion.
#pragma once

#include <array>
#include <cmath>

#include "engine/math/types.h"

namespace mannequin {

// About X, then the fixed Y, then the fixed Z, radians.
inline Quat turn_about_axes(double x, double y, double z) {
  return glm::angleAxis(z, Vec3(0.0, 0.0, 1.0)) * glm::angleAxis(y, Vec3(0.0, 1.0, 0.0)) *
         glm::angleAxis(x, Vec3(1.0, 0.0, 0.0));
}

// The rotation that takes X to `forward`, Y to `left` and Z to `up`. The three are used as given: if they are
// not orthonormal, the result is what the viewer's algorithm yields.
inline Quat turn_to_axes(const Vec3& forward, const Vec3& left, const Vec3& up) {
  const std::array<Vec3, 3> m = {forward, left, up};
  const double trace = m[0][0] + m[1][1] + m[2][2];
  if (trace > 0.0) {
    const double s = std::sqrt(trace + 1.0), t = 0.5 / s;
    return glm::normalize(
        Quat(0.5 * s, (m[1][2] - m[2][1]) * t, (m[2][0] - m[0][2]) * t, (m[0][1] - m[1][0]) * t));
  }
  int i = 0;
  if (m[1][1] > m[0][0]) i = 1;
  if (m[2][2] > m[static_cast<std::size_t>(i)][i]) i = 2;
  const int j = (i + 1) % 3, k = (j + 1) % 3;
  const auto at = [&](int row, int column) { return m[static_cast<std::size_t>(row)][column]; };
  const double s = std::sqrt(at(i, i) - at(j, j) - at(k, k) + 1.0);
  const double t = s == 0.0 ? 0.0 : 0.5 / s;
  Vec3 axis(0.0);
  axis[i] = 0.5 * s;
  axis[j] = (at(i, j) + at(j, i)) * t;
  axis[k] = (at(i, k) + at(k, i)) * t;
  return glm::normalize(Quat((at(j, k) - at(k, j)) * t, axis.x, axis.y, axis.z));
}

// The same axis, with an angle of at most `angle` radians.
inline Quat limited_turn(Quat q, double angle) {
  if (q.w < 0.0) q = -q;
  const double least = std::cos(0.5 * angle);
  if (q.w >= least) return q;
  const Vec3 axis(q.x, q.y, q.z);
  const double length = glm::length(axis);
  const Vec3 kept = length > 0.0 ? axis * (std::sin(0.5 * angle) / length) : Vec3(0.0);
  return {least, kept.x, kept.y, kept.z};
}

}  // namespace mannequin
