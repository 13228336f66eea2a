// Shapes drawn by a seed.
#pragma once

#include <cstdint>

#include "engine/appearance/weights.h"

namespace mannequin {

// One shape whose sliders are all drawn evenly between their ends, except Hover; the same for the same seed
// everywhere.
SliderValues random_shape(const Appearance& appearance, Sex sex, std::uint32_t seed);

}  // namespace mannequin
