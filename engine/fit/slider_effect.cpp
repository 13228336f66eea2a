#include "engine/fit/slider_effect.h"

#include <fmt/format.h>

#include <algorithm>

namespace mannequin {
namespace {

// Below this nobody sees it.
constexpr double kTooLittle = 0.00005;

std::string first_names(const Skeleton& skeleton, const std::set<JointIndex>& joints) {
  std::string names;
  int count = 0;
  for (const JointIndex joint : joints) {
    if (++count > 3) return names + fmt::format(" and {} more", joints.size() - 3);
    names += (names.empty() ? "" : ", ") + skeleton[joint].name;
  }
  return names;
}

std::set<JointIndex> fixed_joints(const SliderReach& reach, const JointOffsets& offsets) {
  std::set<JointIndex> fixed;
  for (const JointIndex joint : reach.positions)
    if (offsets.position[static_cast<std::size_t>(joint)]) fixed.insert(joint);
  return fixed;
}

void explain(const Skeleton& skeleton, const JointOffsets& offsets, const std::string& label,
             const SliderReach& reach, bool system_avatar, SliderEffect& effect) {
  const auto because = [&](WhyDead why, std::string reason) {
    effect.why = why;
    effect.reason = std::move(reason);
  };
  const std::set<JointIndex> all = reach.joints();
  if (all.empty() && reach.surface && system_avatar)
    return because(WhyDead::surface_only,
                   fmt::format("{} changes a part of the system body that is hidden, or clothing that shows "
                               "only where a mask lets it.",
                               label));
  if (all.empty() && reach.surface)
    return because(
        WhyDead::surface_only,
        fmt::format("{} changes only the system body's surface. Worn meshes cannot follow it, in-world "
                    "neither. Nothing is wrong with your mesh.",
                    label));
  if (all.empty())
    return because(
        WhyDead::texture_only,
        fmt::format("{} changes only a texture mask of system clothing. It moves nothing.", label));
  if (const std::set<JointIndex> fixed = fixed_joints(reach, offsets); !fixed.empty())
    return because(
        WhyDead::fixed_by_offset,
        fmt::format("{} works by moving {}, and a worn mesh fixes that position. The length stays; "
                    "thickness still changes. Remove the joint from the positions to get the length back.",
                    label, first_names(skeleton, fixed)));
  if (effect.metres > 0.0)
    return because(WhyDead::too_little,
                   fmt::format("{} moves what is worn by {:.2f} mm at most, too little to see.", label,
                               effect.metres * 1000.0));
  because(WhyDead::no_weights,
          fmt::format(
              "{} moves {}, and nothing worn has weights there. Weight your mesh to {} if it should follow.",
              label, first_names(skeleton, all), skeleton[*all.begin()].name));
}

}  // namespace

SliderEffect slider_effect(const Character& character, const AvatarInputs& now, ParameterIndex slider,
                           std::span<const MeasuredMesh* const> worn) {
  const ParameterDesc& parameter = character.appearance[slider];
  const bool male = now.sliders.contains(kMaleParameter) && now.sliders.at(kMaleParameter) > 0.5;
  const SliderReach reach = slider_reach(character.appearance, slider, male ? Sex::male : Sex::female);
  SliderEffect effect;
  for (const JointIndex joint : reach.joints())
    (character.skeleton[joint].kind == JointKind::collision_volume ? effect.volumes : effect.bones) = true;
  // It lifts the avatar as a whole; nothing is dead about it.
  if (parameter.id == kHoverParameter) return effect;
  AvatarInputs inputs = now;
  inputs.apply_parameters = true;
  JointOffsets offsets;
  std::vector<MeasuredMesh::At> at_min;
  for (const double weight : {parameter.min, parameter.max}) {
    inputs.sliders[parameter.id] = weight;
    AvatarState state = evaluate_avatar(character, inputs);
    for (std::size_t m = 0; m < worn.size(); ++m) {
      MeasuredMesh::At at = worn[m]->at(character.appearance, state);
      if (at_min.size() < worn.size())
        at_min.push_back(std::move(at));
      else
        effect.metres = std::max(effect.metres, worn[m]->largest_movement(at_min[m], at));
    }
    offsets = std::move(state.offsets);
  }
  const bool system_avatar =
      std::ranges::any_of(worn, [](const MeasuredMesh* mesh) { return mesh->morphs(); });
  if (effect.metres < kTooLittle)
    explain(character.skeleton, offsets, slider_label(parameter), reach, system_avatar, effect);
  return effect;
}

}  // namespace mannequin
