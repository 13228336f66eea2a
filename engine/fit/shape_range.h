// How far body shapes can take each joint: bounds over all values of all sliders.
#pragma once

#include <vector>

#include "engine/appearance/character.h"

namespace mannequin {

// An interval on each axis.
struct Bounds {
  Vec3 low{0.0}, high{0.0};

  // Only grows.
  void include(const Vec3& value);

  bool operator==(const Bounds&) const = default;
};

Bounds operator+(const Bounds& a, const Bounds& b);
Bounds operator-(const Bounds& a, const Bounds& b);
Bounds operator*(const Bounds& a, const Bounds& b);  // axis by axis

// What sliders may add to the local position and scale of each joint, by joint of the skeleton. Each slider
// counts with its worst end, so that no shape exceeds the bounds, and few reach them.
struct ShapeRange {
  std::vector<Bounds> position, scale;
};

ShapeRange shape_range(const Character& character);

}  // namespace mannequin
