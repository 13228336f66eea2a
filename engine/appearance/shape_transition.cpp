#include "engine/appearance/shape_transition.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace mannequin {
namespace {

// The fraction of the distance covered at x from 0 to 1: a straight line with a swing around it.
double way_at(double x) {
  return -std::cos(2.5 * std::numbers::pi * x - std::numbers::pi / 2.0) * (0.4 - 0.1 * x) + 1.3 * x;
}

// The driven weight if a driver overshoots its range: the ramp is extrapolated from its end.
double swinging_driven_weight(const DrivenLink& link, double w, const ParameterDesc& driver, double low,
                              double high) {
  if (w < link.min1) {
    if (link.min1 > driver.min) return low;
    return link.min1 == link.max1 ? high : low + (w - link.min1) / (link.max1 - link.min1) * (high - low);
  }
  if (w > link.min2) {
    if (link.min2 < driver.max) return low;
    return link.max2 == link.min2 ? high : high - (w - link.max2) / (link.min2 - link.max2) * (high - low);
  }
  return driven_weight(link, w, driver.min, driver.max, low, high);
}

}  // namespace

ShapeTransition::ShapeTransition(const Appearance& appearance, const SliderValues& from)
    : appearance_(&appearance),
      weights_(evaluate_weights(appearance, from)),
      target_(appearance.size(), 0.0),
      moving_(appearance.size(), 0) {}

// The weight the viewer reports: for parameters in transition, their target.
double ShapeTransition::asked(ParameterIndex p) const {
  return is_moving(p) ? target_[static_cast<std::size_t>(p)] : weights_.weight[static_cast<std::size_t>(p)];
}

void ShapeTransition::set_target(ParameterIndex p, double requested) {
  const ParameterDesc& parameter = (*appearance_)[p];
  moving_[static_cast<std::size_t>(p)] = 1;
  // Driven ones have no target of their own: they follow their driver.
  if (is_tweakable(parameter))
    target_[static_cast<std::size_t>(p)] = std::clamp(requested, parameter.min, parameter.max);
  for (const DrivenLink& link : appearance_->driven(p)) {
    const ParameterDesc& driven = (*appearance_)[link.parameter];
    set_target(link.parameter, driven_weight(link, target_[static_cast<std::size_t>(p)], parameter.min,
                                             parameter.max, driven.min, driven.max));
  }
}

void ShapeTransition::set_weight(ParameterIndex p, double requested) {
  const ParameterDesc& parameter = (*appearance_)[p];
  const bool swings = is_moving(p);
  const double w = swings ? requested : std::clamp(requested, parameter.min, parameter.max);
  weights_.weight[static_cast<std::size_t>(p)] = w;
  weights_.requested[static_cast<std::size_t>(p)] = requested;
  for (const DrivenLink& link : appearance_->driven(p)) {
    const ParameterDesc& driven = (*appearance_)[link.parameter];
    if (!swings)
      set_weight(link.parameter,
                 driven_weight(link, w, parameter.min, parameter.max, driven.min, driven.max));
    else if (is_moving(link.parameter))
      set_weight(link.parameter, swinging_driven_weight(link, w, parameter, driven.min, driven.max));
  }
}

void ShapeTransition::begin(const SliderValues& to) {
  for (const auto& [id, weight] : to) {
    const ParameterIndex p = appearance_->find(id);
    if (p == kNoParameter || !Appearance::is_transmitted((*appearance_)[p])) continue;
    if (weight == weight && asked(p) != weight) set_target(p, weight);
  }
  const ParameterIndex male = appearance_->find(kMaleParameter);
  weights_.sex = male != kNoParameter && static_cast<float>(asked(male)) > 0.5f ? Sex::male : Sex::female;
  way_ = 0.0;
  amount_ = 0.0;
  finished_ = false;
  apply();
}

const ParameterWeights& ShapeTransition::advance_to(float seconds) {
  if (finished_) return weights_;
  if (seconds >= kTransitionSeconds) {
    arrive();
  } else {
    const double way = way_at(static_cast<double>(seconds) / static_cast<double>(kTransitionSeconds));
    amount_ = way_ == 1.0 ? 1.0 : (way - way_) / (1.0 - way_);
    way_ = way;
    for (std::size_t i = 0; i < moving_.size(); ++i) {
      const auto p = static_cast<ParameterIndex>(i);
      if (is_moving(p) && is_tweakable((*appearance_)[p]))
        set_weight(p, weights_.weight[i] + amount_ * (target_[i] - weights_.weight[i]));
    }
  }
  apply();
  return weights_;
}

// The viewer never ends transitions of parameters that are transmitted but not tweakable (group 3, textures).
void ShapeTransition::arrive() {
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    const auto p = static_cast<ParameterIndex>(i);
    if (!is_moving(p) || !is_tweakable((*appearance_)[p])) continue;
    moving_[i] = 0;
    set_weight(p, target_[i]);
    for (const DrivenLink& link : appearance_->driven(p))
      moving_[static_cast<std::size_t>(link.parameter)] = 0;
  }
  amount_ = 1.0;
  finished_ = true;
}

void ShapeTransition::apply() {
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    const ParameterDesc& parameter = (*appearance_)[static_cast<ParameterIndex>(i)];
    weights_.effective[i] =
        concerns(parameter.sex, weights_.sex) ? weights_.weight[i] : parameter.default_weight;
  }
}

}  // namespace mannequin
