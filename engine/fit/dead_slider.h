// Why a slider moves nothing, in sentences for a person.
#pragma once

#include "engine/fit/slider_effect.h"

namespace mannequin {

// One slider moved from end to end.
struct SliderEnds {
  AvatarState low, high;
  double metres = 0.0;          // the most that any vertex moves
  std::size_t moved = 0;        // which of the measured meshes has it
  bool moves_anything() const;  // by more than anybody can see
};
SliderEnds slider_ends(const Character& character, const AvatarInputs& now, ParameterIndex slider,
                       std::span<const MeasuredMesh* const> worn);

// What the sentences are about.
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

// Puts `why` and `reason` into the effect of a slider that does not move anything.
void explain_dead(const DeadSlider& dead, SliderEffect& effect);

}  // namespace mannequin
