// Colour ramps: from a number to a colour that people with any sight, and a grey picture, keep apart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/math/types.h"

namespace mannequin::preview {

struct Ramp {
  std::string_view name;
  std::array<std::uint32_t, 7> stops;  // even, 0xrrggbb as a screen takes them

  Vec3f stop(std::size_t i) const;  // 0..1 each, sRGB
  // t: 0..1, beyond held at the ends. Between stops straight, as the screen's values go.
  Vec3f at(double t) const;
};

extern const Ramp kViridis;  // of a part, 0 to 1
extern const Ramp kBatlow;   // of a distance
extern const Ramp kVik;      // of a signed one, 0 in the middle
extern const Ramp kCividis;  // for who sees little of red or green, in place of the first two

// What has no number.
inline const Vec3f kNoNumber{0.5f, 0.5f, 0.5f};

// Colours for things without an order, sRGB: neighbouring numbers get unlike ones.
Vec3f category_color(std::size_t number);

}  // namespace mannequin::preview
