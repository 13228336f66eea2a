// Random shapes from a seed.
#pragma once

#include <cstdint>

#include "engine/appearance/weights.h"

namespace mannequin {

// A shape with every slider except Hover drawn evenly between its ends. The same seed gives the same shape
// everywhere.
SliderValues random_shape(const Appearance& appearance, Sex sex, std::uint32_t seed);

}  // namespace mannequin
