// Random shapes, the same for the same seed on every machine.
#pragma once

#include <cstdint>

#include "engine/appearance/weights.h"

namespace mannequin::document {

// `sliders`, with every slider of the body's sections (Body to Legs) for `sex` moved towards a random
// position given by the seed: amount 0 leaves it, 1 goes all the way. Keeps what people would not expect to
// change: the sex and how high the avatar hovers.
SliderValues random_shape(const Appearance& appearance, const SliderValues& sliders, Sex sex,
                          std::uint32_t seed, double amount);

}  // namespace mannequin::document
