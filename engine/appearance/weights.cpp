#include "engine/appearance/weights.h"

#include <algorithm>

namespace mannequin {
namespace {

void set_weight(const Appearance& appearance, ParameterIndex p, double requested, ParameterWeights& out) {
  const ParameterDesc& parameter = appearance[p];
  const double w = std::clamp(requested, parameter.min, parameter.max);
  out.weight[static_cast<std::size_t>(p)] = w;
  out.requested[static_cast<std::size_t>(p)] = requested;
  for (const DrivenLink& link : appearance.driven(p)) {
    const ParameterDesc& driven = appearance[link.parameter];
    set_weight(appearance, link.parameter,
               driven_weight(link, w, parameter.min, parameter.max, driven.min, driven.max), out);
  }
}

}  // namespace

double driven_weight(const DrivenLink& link, double w, double driver_min, double driver_max, double low,
                     double high) {
  // The order of these tests is the viewer's; it decides what happens where ramp ends coincide.
  if (w <= link.min1) return link.min1 == link.max1 && link.min1 <= driver_min ? high : low;
  if (w <= link.max1) return low + (w - link.min1) / (link.max1 - link.min1) * (high - low);
  if (w <= link.max2) return high;
  if (w <= link.min2) return high - (w - link.max2) / (link.min2 - link.max2) * (high - low);
  return link.max2 >= driver_max ? high : low;
}

SliderValues with_defaults(const Appearance& appearance, SliderValues values) {
  for (const ParameterDesc& parameter : appearance.parameters())
    if (Appearance::is_transmitted(parameter)) values.emplace(parameter.id, parameter.default_weight);
  return values;
}

ParameterWeights evaluate_weights(const Appearance& appearance, const SliderValues& requested) {
  ParameterWeights result;
  result.weight.reserve(appearance.size());
  for (const ParameterDesc& parameter : appearance.parameters())
    result.weight.push_back(parameter.default_weight);
  result.requested = result.weight;

  for (const bool transmitted : {true, false})
    for (const auto& [id, weight] : requested) {
      const ParameterIndex p = appearance.find(id);
      if (p == kNoParameter || Appearance::is_transmitted(appearance[p]) != transmitted) continue;
      if (weight == weight) set_weight(appearance, p, weight, result);  // a NaN asks for nothing
    }

  const ParameterIndex male = appearance.find(kMaleParameter);
  const bool is_male =
      male != kNoParameter && static_cast<float>(result.weight[static_cast<std::size_t>(male)]) > 0.5f;
  result.sex = is_male ? Sex::male : Sex::female;

  result.effective = result.weight;
  for (std::size_t p = 0; p < appearance.size(); ++p) {
    const ParameterDesc& parameter = appearance.parameters()[p];
    if (!concerns(parameter.sex, result.sex)) result.effective[p] = parameter.default_weight;
  }
  return result;
}

double percent_from_weight(const ParameterDesc& parameter, double weight) {
  return parameter.max == parameter.min ? 0.0
                                        : (weight - parameter.min) / (parameter.max - parameter.min) * 100.0;
}

double weight_from_percent(const ParameterDesc& parameter, double percent) {
  return parameter.min + percent / 100.0 * (parameter.max - parameter.min);
}

}  // namespace mannequin
