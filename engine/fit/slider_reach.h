// What an appearance slider can affect, regardless of what is worn.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/appearance/appearance.h"

namespace mannequin {

// What a slider moves.
struct SliderReach {
  std::set<JointIndex> positions, scales;  // joints whose local position or scale it changes
  bool surface = false;                    // morphs of the system avatar's own meshes

  std::set<JointIndex> joints() const;  // positions and scales
};

// On an avatar of this sex, directly and through its driven parameters.
SliderReach slider_reach(const Appearance& appearance, ParameterIndex slider, Sex sex);

// Of all sections, in the editor's order: the sliders for this sex, without the sex switch itself.
std::vector<ParameterIndex> sliders_of(const Appearance& appearance, Sex sex);

}  // namespace mannequin
