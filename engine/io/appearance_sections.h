// The appearance editor's sections, from the parameters' panels.
#pragma once

#include <span>
#include <vector>

#include "engine/appearance/appearance.h"

namespace mannequin::io {

// Body, Head, Eyes, Ears, Nose, Mouth, Chin, Torso, Legs, Eyebrows, then the clothes from Shirt to
// Underpants. Each holds the sliders (every group but 1) of its panel by edit_group_order; from eyebrows on
// only those that move joints or volumes. A panel without sliders gives an empty section, so that the list is
// always the same.
std::vector<SectionDesc> appearance_sections(std::span<const ParameterDesc> parameters);

}  // namespace mannequin::io
