// Colour ramps: map numbers to colours that are distinguishable with any colour vision, and in grey.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/math/types.h"

namespace mannequin::preview {

struct Ramp {
  std::string_view name;
  std::array<std::uint32_t, 7> stops;  // evenly spaced, 0xrrggbb as encoded for a screen

  Vec3f stop(std::size_t i) const;  // 0..1 each, sRGB
  // t: 0..1, clamped. Linear between stops, in encoded values.
  Vec3f at(double t) const;
};

extern const Ramp kViridis;  // for a fraction, 0 to 1
extern const Ramp kBatlow;   // for a distance
extern const Ramp kVik;      // for a signed distance, 0 in the middle
extern const Ramp kCividis;  // for red-green colour blindness, instead of the first two

// The colour for missing values.
inline const Vec3f kNoNumber{0.5f, 0.5f, 0.5f};

// Colours for unordered things, sRGB: neighbouring numbers get dissimilar ones.
Vec3f category_color(std::size_t number);

}  // namespace mannequin::preview
