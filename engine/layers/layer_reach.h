// What an appearance slider changes of the layers, regardless of what is worn.
#pragma once

#include <string>
#include <vector>

#include "engine/layers/layer_sets.h"

namespace mannequin {

// Directly and through the parameters it drives.
struct LayerReach {
  std::vector<std::string> paints;  // "upper_body/upper_clothes": layers whose mask or colour it changes
  bool ignored = false;             // changes layers, but only those that today's viewers do not draw
  bool limits_morphs = false;       // changes a mask that limits clothing morphs of the system avatar
  bool needs_mask = false;          // moves vertices only where such a mask allows it
};

// `slider`: of this appearance. Any thread. Source: ALGORITHM-layers 1.4, 6.1.
LayerReach layer_reach(const LayerSetsDesc& layers, const Appearance& appearance, ParameterIndex slider);

}  // namespace mannequin
