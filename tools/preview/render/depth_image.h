// The depth of a picture: shows what lies behind what was drawn.
#pragma once

#include <cstddef>
#include <vector>

namespace mannequin::preview {

struct DepthImage {
  int width = 0, height = 0;
  static constexpr double kSlack = 1e-6;  // more than a step of 24 bits
  std::vector<float> depth;  // 0 near to 1 far, bottom row first; empty: nothing is known to be hidden

  // x, y: 0..1 from left and from bottom. d: 0..1 as drawn.
  bool hides(double x, double y, double d) const {
    if (depth.empty() || x < 0.0 || x >= 1.0 || y < 0.0 || y >= 1.0) return false;
    const auto column = static_cast<std::size_t>(x * width), row = static_cast<std::size_t>(y * height);
    return d > static_cast<double>(depth[row * static_cast<std::size_t>(width) + column]) + kSlack;
  }
};

}  // namespace mannequin::preview
