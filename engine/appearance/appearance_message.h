// Sliders as the network carries them: one byte for each transmitted parameter. What others see of an avatar.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/appearance/weights.h"

namespace mannequin {

// Where the weight, clamped, stands in the parameter's range, rounded down: 0 at its minimum, 255 at its
// maximum. In float32, as the viewer. NaN counts as the default. Source: ALGORITHM 13.1.
std::uint8_t byte_from_weight(const ParameterDesc& parameter, double weight);

// The weight that a receiver takes from a byte. What is nearer to 0 than one step becomes exactly 0, so that
// a 0 comes through as one. Sending the result again may give the byte below: the way out rounds down.
double weight_from_byte(const ParameterDesc& parameter, std::uint8_t byte);

// All transmitted parameters (groups 0 and 3), ascending by id; those not in `sliders` at their default.
std::vector<std::uint8_t> make_appearance_message(const Appearance& appearance, const SliderValues& sliders);

// The weights by id. Of a shorter message the parameters that are left are not set; further bytes mean
// nothing.
SliderValues read_appearance_message(const Appearance& appearance, std::span<const std::uint8_t> message);

// Both ways: every transmitted parameter as it arrives elsewhere. What is not transmitted (driven parameters
// set by hand) does not arrive.
SliderValues as_others_see(const Appearance& appearance, const SliderValues& sliders);

}  // namespace mannequin
