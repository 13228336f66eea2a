// Smooth ways from one number to another, as motions take them.
#pragma once

#include <algorithm>
#include <cmath>

namespace mannequin {

// How much of the way to a goal is gone in `seconds`, with a half-life: 0 to 1. Two steps of one length each
// go as far as one of twice the length.
inline double part_gone(double seconds, double half_life) {
  return std::clamp(1.0 - std::exp2(-seconds / half_life), 0.0, 1.0);
}

// From (x0, y0) to (x1, y1), constant beyond; where both x are the same, what lies at or beyond them is y1.
inline double ramp(double x, double x0, double x1, double y0, double y1) {
  if (x0 == x1) return x < x0 ? y0 : y1;
  return y0 + (y1 - y0) * std::clamp((x - x0) / (x1 - x0), 0.0, 1.0);
}

// From 0 at 0 to 1 at 1, without a jerk at either end; constant beyond.
template <typename Number>
Number smooth_step(Number x) {
  x = std::clamp(x, Number(0), Number(1));
  return x * x * (Number(3) - Number(2) * x);
}

}  // namespace mannequin
