// Parameters made by hand, on a skeleton of one bone.
#pragma once

#include <utility>
#include <vector>

#include "engine/appearance/weights.h"

namespace mannequin {

inline Skeleton one_bone() {
  SkeletonDesc desc{"test", {}};
  JointDesc pelvis;
  pelvis.name = "mPelvis";
  desc.joints = {pelvis};
  return Skeleton::build(std::move(desc)).value();
}

inline ParameterDesc parameter(int id, int group, double min = 0.0, double max = 1.0,
                               double default_weight = 0.0) {
  ParameterDesc p;
  p.id = id;
  p.group = group;
  p.min = min;
  p.max = max;
  p.default_weight = default_weight;
  return p;
}

inline ParameterDesc driver(int id, std::vector<DrivenDesc> driven) {
  ParameterDesc p = parameter(id, 0);
  p.kind = ParameterKind::driver;
  p.driven = std::move(driven);
  return p;
}

inline Appearance build(std::vector<ParameterDesc> parameters) {
  return Appearance::build({"test", std::move(parameters), {}, {}}, one_bone()).value();
}

inline double weight(const Appearance& appearance, const ParameterWeights& weights, int id) {
  return weights.weight[static_cast<std::size_t>(appearance.find(id))];
}

}  // namespace mannequin
