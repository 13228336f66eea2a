// What a program does with slider definitions after reading them.
#pragma once

#include "engine/appearance/shape.h"
#include "tests/fuzz/fuzz_target.h"

namespace mannequin::fuzz {

// Builds them for the built-in skeleton and evaluates every slider at its ends.
inline void use_appearance(AppearanceDesc desc) {
  const Skeleton& skeleton = character().skeleton;
  const auto appearance = Appearance::build(std::move(desc), skeleton);
  if (!taken(appearance)) return;
  SliderValues low, high;
  for (const ParameterDesc& parameter : appearance->parameters()) {
    low[parameter.id] = parameter.min;
    high[parameter.id] = parameter.max;
  }
  for (const SliderValues& sliders : {SliderValues{}, low, high, with_defaults(*appearance, {})}) {
    const ParameterWeights weights = evaluate_weights(*appearance, sliders);
    require(weights.weight.size() == appearance->size());
    for (std::size_t p = 0; p < weights.weight.size(); ++p) {
      const ParameterDesc& parameter = (*appearance)[static_cast<ParameterIndex>(p)];
      const double w = weights.weight[p];
      require(w == parameter.default_weight || (w >= parameter.min && w <= parameter.max));
    }
    (void)evaluate_shape(skeleton, *appearance, sliders);
  }
}

}  // namespace mannequin::fuzz
