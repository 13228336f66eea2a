// What an appearance slider can touch, whatever is worn.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/appearance/appearance.h"

namespace mannequin {

// What moves when one slider does.
struct SliderReach {
  std::set<JointIndex> positions, scales;  // joints of which it changes the local position, or the scale
  bool surface = false;                    // morphs of the system avatar's own meshes

  std::set<JointIndex> joints() const;  // both
};

// On an avatar of this sex, by itself and through what it drives.
SliderReach slider_reach(const Appearance& appearance, ParameterIndex slider, Sex sex);

// Of all sections, in the editor's order: the sliders that concern this sex, without the sex switch itself.
std::vector<ParameterIndex> sliders_of(const Appearance& appearance, Sex sex);

// What people call it: its label, else its name.
const std::string& slider_label(const ParameterDesc& parameter);

}  // namespace mannequin
