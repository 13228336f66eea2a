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

// Parameters and requests both ascend by id.
void evaluate(const Appearance& appearance, const SliderValues& requested, bool with_defaults,
              ParameterWeights& out) {
  const auto parameters = appearance.parameters();
  out.weight.resize(parameters.size());
  for (std::size_t p = 0; p < parameters.size(); ++p) out.weight[p] = parameters[p].default_weight;
  out.requested = out.weight;

  for (const bool transmitted : {true, false})
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      if (Appearance::is_transmitted(parameters[p]) != transmitted) continue;
      const auto found = requested.find(parameters[p].id);
      if (found == requested.end() && !(with_defaults && transmitted)) continue;
      const double weight = found == requested.end() ? parameters[p].default_weight : found->second;
      if (weight == weight)  // ignores NaN
        set_weight(appearance, static_cast<ParameterIndex>(p), weight, out);
    }

  const ParameterIndex male = appearance.find(kMaleParameter);
  const bool is_male =
      male != kNoParameter && static_cast<float>(out.weight[static_cast<std::size_t>(male)]) > 0.5f;
  out.sex = is_male ? Sex::male : Sex::female;

  out.effective = out.weight;
  for (std::size_t p = 0; p < parameters.size(); ++p)
    if (!concerns(parameters[p].sex, out.sex)) out.effective[p] = parameters[p].default_weight;
}

}  // namespace

double driven_weight(const DrivenLink& link, double w, double driver_min, double driver_max, double low,
                     double high) {
  // The order of these tests is the viewer's; it matters if ramp ends coincide.
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
  ParameterWeights weights;
  evaluate(appearance, requested, false, weights);
  return weights;
}

void evaluate_weights_with_defaults(const Appearance& appearance, const SliderValues& requested,
                                    ParameterWeights& out) {
  evaluate(appearance, requested, true, out);
}

double percent_from_weight(const ParameterDesc& parameter, double weight) {
  return parameter.max == parameter.min ? 0.0
                                        : (weight - parameter.min) / (parameter.max - parameter.min) * 100.0;
}

double weight_from_percent(const ParameterDesc& parameter, double percent) {
  return parameter.min + percent / 100.0 * (parameter.max - parameter.min);
}

}  // namespace mannequin
