// Why a slider moves nothing, in sentences for users.
#pragma once

#include "engine/fit/slider_effect.h"

namespace mannequin {

// One slider moved from end to end.
struct SliderEnds {
  AvatarState low, high;
  double metres = 0.0;          // the maximum over all vertices
  std::size_t moved = 0;        // the index of the measured mesh with that vertex
  bool moves_anything() const;  // visibly
};
SliderEnds slider_ends(const Character& character, const AvatarInputs& now, ParameterIndex slider,
                       std::span<const MeasuredMesh* const> worn);

// The context of the sentences.
struct DeadSlider {
  const Character& character;
  const AvatarInputs& now;
  ParameterIndex slider;
  Sex sex;
  const SliderReach& reach;
  const SliderEnds& ends;
  std::span<const MeasuredMesh* const> worn;
  const EffectNames& names;
};

// Sets `why` and `reason` of a slider that does not move anything.
void explain_dead_slider(const DeadSlider& dead, SliderEffect& effect);

}  // namespace mannequin
