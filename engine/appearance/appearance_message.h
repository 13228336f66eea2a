// Sliders as the network carries them, one byte per transmitted parameter: the avatar as others see it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/appearance/weights.h"

namespace mannequin {

// Position of the clamped weight in the parameter's range, rounded down: 0 at its minimum, 255 at its
// maximum. In float32, as in the viewer. NaN counts as the default. Source: ALGORITHM 13.1.
std::uint8_t byte_from_weight(const ParameterDesc& parameter, double weight);

// The weight that a receiver derives from a byte. Values closer to 0 than one step become exactly 0, so that
// 0 round-trips. Sending the result again may give the byte below, since encoding rounds down.
double weight_from_byte(const ParameterDesc& parameter, std::uint8_t byte);

// All transmitted parameters (groups 0 and 3), ascending by id; those not in `sliders` have their default.
std::vector<std::uint8_t> make_appearance_message(const Appearance& appearance, const SliderValues& sliders);

// Weights by id. A shorter message leaves the remaining parameters unset; extra bytes are
// ignored.
SliderValues read_appearance_message(const Appearance& appearance, std::span<const std::uint8_t> message);

// Encodes and decodes: every transmitted parameter as others receive it. Parameters that are not transmitted
// (driven ones set directly) are dropped.
SliderValues as_others_see(const Appearance& appearance, const SliderValues& sliders);

}  // namespace mannequin
