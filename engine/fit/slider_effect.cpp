#include "engine/fit/slider_effect.h"

#include "engine/fit/dead_slider.h"

namespace mannequin {

SliderEffect slider_effect(const Character& character, const AvatarInputs& now, ParameterIndex slider,
                           std::span<const MeasuredMesh* const> worn, const EffectNames& names) {
  const ParameterDesc& parameter = character.appearance[slider];
  const bool male = now.sliders.contains(kMaleParameter) && now.sliders.at(kMaleParameter) > 0.5;
  const Sex sex = male ? Sex::male : Sex::female;
  const SliderReach reach = slider_reach(character.appearance, slider, sex);
  SliderEffect effect;
  for (const JointIndex joint : reach.joints())
    (character.skeleton[joint].kind == JointKind::collision_volume ? effect.volumes : effect.bones) = true;
  // It lifts the avatar as a whole, so it is not dead.
  if (parameter.id == kHoverParameter) return effect;
  const SliderEnds ends = slider_ends(character, now, slider, worn);
  effect.metres = ends.metres;
  effect.farthest = ends.moved;
  if (!ends.moves_anything())
    explain_dead_slider({character, now, slider, sex, reach, ends, worn, names}, effect);
  return effect;
}

}  // namespace mannequin
