// Shapes by chance, the same for the same seed on every machine.
#pragma once

#include <cstdint>

#include "engine/appearance/weights.h"

namespace mannequin::document {

// `sliders` with every slider of the body's sections (Body to Legs) that concerns `sex` moved towards a place
// of its range that the seed says: amount 0 leaves it, 1 goes all the way. What people would not expect to
// change, the sex and how high the avatar hovers, stays.
SliderValues random_shape(const Appearance& appearance, const SliderValues& sliders, Sex sex,
                          std::uint32_t seed, double amount);

}  // namespace mannequin::document
