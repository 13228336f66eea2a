// Smooth transitions from one number to another, for motions.
#pragma once

#include <algorithm>
#include <cmath>

namespace mannequin {

// The fraction of the way to a goal covered in `seconds` with this half-life: 0 to 1. Two equal steps cover
// as much as one of twice the length.
inline double part_gone(double seconds, double half_life) {
  return std::clamp(1.0 - std::exp2(-seconds / half_life), 0.0, 1.0);
}

// Linear from (x0, y0) to (x1, y1), constant beyond. If both x are equal, y1 applies from there on.
inline double ramp(double x, double x0, double x1, double y0, double y1) {
  if (x0 == x1) return x < x0 ? y0 : y1;
  return y0 + (y1 - y0) * std::clamp((x - x0) / (x1 - x0), 0.0, 1.0);
}

// From 0 at 0 to 1 at 1, with zero slope at either end; constant beyond.
template <typename Number>
Number smooth_step(Number x) {
  x = std::clamp(x, Number(0), Number(1));
  return x * x * (Number(3) - Number(2) * x);
}

}  // namespace mannequin
