#include "engine/fit/slider_reach.h"

namespace mannequin {
namespace {

void collect(const Appearance& appearance, ParameterIndex p, Sex sex, SliderReach& reach) {
  const ParameterDesc& parameter = appearance[p];
  // A driver of the other sex is still active: its driven parameters may apply to both.
  if (concerns(parameter.sex, sex) || parameter.kind == ParameterKind::driver) {
    for (const JointEffect& effect : appearance.effects(p)) {
      if (effect.position != Vec3(0.0)) reach.positions.insert(effect.joint);
      if (effect.scale != Vec3(0.0)) reach.scales.insert(effect.joint);
    }
    reach.surface |= parameter.kind == ParameterKind::morph;
  }
  for (const DrivenLink& link : appearance.driven(p)) collect(appearance, link.parameter, sex, reach);
}

}  // namespace

std::set<JointIndex> SliderReach::joints() const {
  std::set<JointIndex> all = positions;
  all.insert(scales.begin(), scales.end());
  return all;
}

SliderReach slider_reach(const Appearance& appearance, ParameterIndex slider, Sex sex) {
  SliderReach reach;
  collect(appearance, slider, sex, reach);
  return reach;
}

std::vector<ParameterIndex> sliders_of(const Appearance& appearance, Sex sex) {
  std::vector<ParameterIndex> sliders;
  for (const SectionDesc& section : appearance.sections())
    for (const int id : section.parameters)
      if (const ParameterIndex p = appearance.find(id);
          p != kNoParameter && id != kMaleParameter && concerns(appearance[p].sex, sex))
        sliders.push_back(p);
  return sliders;
}

}  // namespace mannequin
