// Triangles in space.
#pragma once

#include <algorithm>
#include <limits>

#include "engine/math/types.h"

namespace mannequin {

// The point of a triangle nearest to `point`, in barycentric coordinates. Degenerate triangles are the edges
// and corners that they look like.
inline Vec3 nearest_in_triangle(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c) {
  constexpr double kThin = 1e-10;  // square of the sine of the angle at `a`: which side is out is rounding
  const Vec3 ab = b - a, ac = c - a, p = point - a;
  const Vec3 normal = glm::cross(ab, ac);
  const double squared = glm::dot(normal, normal);
  double v = -1.0, w = -1.0, u = -1.0;
  if (squared > 0.0) {
    v = glm::dot(glm::cross(p, ac), normal) / squared;
    w = glm::dot(glm::cross(ab, p), normal) / squared;
    u = 1.0 - v - w;
    if (v >= 0.0 && w >= 0.0 && v + w <= 1.0) return {u, v, w};
    if (!(squared > kThin * glm::dot(ab, ab) * glm::dot(ac, ac))) u = v = w = -1.0;
  }
  // On an edge that the point lies beyond.
  Vec3 best(0.0);
  double least = std::numeric_limits<double>::infinity();
  const auto try_edge = [&](const Vec3& from, const Vec3& to, int start, int end) {
    const Vec3 way = to - from, offset = point - from;
    const double length = glm::dot(way, way);
    const double share = length > 0.0 ? std::clamp(glm::dot(offset, way) / length, 0.0, 1.0) : 0.0;
    const Vec3 away = share * way - offset;
    const double distance = glm::dot(away, away);
    if (!(distance < least)) return;
    least = distance;
    best = Vec3(0.0);
    best[start] = 1.0 - share;
    best[end] = share;
  };
  if (!(w > 0.0)) try_edge(a, b, 0, 1);
  if (!(u > 0.0)) try_edge(b, c, 1, 2);
  if (!(v > 0.0)) try_edge(c, a, 2, 0);
  return best;
}

}  // namespace mannequin
