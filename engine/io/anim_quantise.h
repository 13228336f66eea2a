// The 16-bit numbers of .anim, in float32 and in the viewer's order of operations: other orders give other
// counts. Source: oracle/anim/README.md 2.1, 10.1.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace mannequin::io {

inline constexpr float kCountStep = 1.0f / 65535.0f;

// The two counts around the middle of a symmetric range both mean 0.
inline float from_count(std::uint16_t count, float low, float high) {
  const float range = high - low;
  const float value = static_cast<float>(count) * kCountStep * range + low;
  return std::fabs(value) < range * kCountStep ? 0.0f : value;
}

// Rounds down. An empty range has one count.
inline std::uint16_t to_count(float value, float low, float high) {
  if (!(high > low)) return 0;
  const float share = (std::clamp(value, low, high) - low) / (high - low);
  return static_cast<std::uint16_t>(std::floor(share * 65535.0f));
}

}  // namespace mannequin::io
