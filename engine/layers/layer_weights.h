// The weights that layers are drawn with: an item's own, and the avatar's.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/appearance/weights.h"

namespace mannequin {

// By parameter index, float32 as in the viewer; only entries of layer parameters are meaningful.
struct LayerWeights {
  std::vector<float> stored;     // as set, within one step of 1/255 of what was asked for
  std::vector<float> effective;  // the default if the parameter is the other sex's
};

// A newly created item of this type: every parameter of the type takes its default, then every slider its
// value in `sliders`, or its default, in ascending id; drivers set what they drive. `cross`: parameters of
// the avatar that it drives. Any thread. Source: ALGORITHM-layers 2.1 to 2.3.
LayerWeights item_weights(const Appearance& appearance, Sex sex, const std::string& type,
                          const SliderValues& sliders);

// The avatar's own parameters after putting on these items, in order of wearing; one entry of `types` and
// `sliders` each. Source: ALGORITHM-layers 2.3, 2.5.
LayerWeights avatar_layer_weights(const Appearance& appearance, Sex sex, std::span<const std::string> types,
                                  std::span<const SliderValues> sliders);

}  // namespace mannequin
