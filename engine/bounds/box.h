// An axis-aligned box.
#pragma once

#include <limits>

#include "engine/math/types.h"

namespace mannequin {

// Metres; the owner says in which space. A new box is empty: it holds no point.
struct Box {
  Vec3 min{std::numeric_limits<double>::infinity()};
  Vec3 max{-std::numeric_limits<double>::infinity()};

  // Whether it holds no point.
  bool empty() const { return !(min.x <= max.x && min.y <= max.y && min.z <= max.z); }
  // Along each axis; 0 if empty.
  Vec3 size() const { return empty() ? Vec3(0.0) : max - min; }
  // Cubic metres; 0 if it is empty.
  double volume() const { return size().x * size().y * size().z; }
  // Whether a point is inside or on a side.
  bool holds(const Vec3& p) const {
    return glm::all(glm::lessThanEqual(min, p)) && glm::all(glm::lessThanEqual(p, max));
  }

  // Grows the box to hold a point.
  void extend(const Vec3& p) {
    min = glm::min(min, p);
    max = glm::max(max, p);
  }
  // Grows it to hold a box; an empty one adds nothing.
  void extend(const Box& other) {
    min = glm::min(min, other.min);
    max = glm::max(max, other.max);
  }
  // Pads all six sides, unless it is empty.
  void pad(double by) {
    min -= Vec3(by);
    max += Vec3(by);
  }
};

}  // namespace mannequin
