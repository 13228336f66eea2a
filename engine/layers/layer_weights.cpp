#include "engine/layers/layer_weights.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace mannequin {
namespace {

bool is_layer_parameter(const ParameterDesc& parameter) {
  return parameter.kind == ParameterKind::texture_alpha || parameter.kind == ParameterKind::texture_color;
}

float weight_step(const ParameterDesc& parameter, float weight) {
  const float low = static_cast<float>(parameter.min), high = static_cast<float>(parameter.max);
  if (!(high > low)) return 0.0f;
  return std::floor(255.0f * ((std::clamp(weight, low, high) - low) / (high - low)));
}

// driven_weight() in the viewer's float32: a colour's alpha is truncated, so the last bit can show.
float driven_float(const DrivenLink& link, float w, const ParameterDesc& driver,
                   const ParameterDesc& driven) {
  const auto min1 = static_cast<float>(link.min1), max1 = static_cast<float>(link.max1),
             max2 = static_cast<float>(link.max2), min2 = static_cast<float>(link.min2),
             low = static_cast<float>(driven.min), high = static_cast<float>(driven.max);
  if (w <= min1) return min1 == max1 && min1 <= static_cast<float>(driver.min) ? high : low;
  if (w <= max1) return low + (w - min1) / (max1 - min1) * (high - low);
  if (w <= max2) return high;
  if (w <= min2) return high - (w - max2) / (min2 - max2) * (high - low);
  return max2 >= static_cast<float>(driver.max) ? high : low;
}

// A set of copies of the parameters, all starting at 0.
class LayerWeightSetter {
 public:
  LayerWeightSetter(const Appearance& appearance, Sex sex) : appearance_(appearance), sex_(sex) {
    weights_.stored.assign(appearance.size(), 0.0f);
  }

  // Keeps what is stored unless the step changes. Source: ALGORITHM-layers 2.1.
  void set(ParameterIndex p, double weight) {
    const ParameterDesc& parameter = appearance_[p];
    const double finite = std::isfinite(weight) ? weight : parameter.default_weight;
    const float wanted = std::clamp(static_cast<float>(finite), static_cast<float>(parameter.min),
                                    static_cast<float>(parameter.max));
    float& stored = weights_.stored[static_cast<std::size_t>(p)];
    if (!is_layer_parameter(parameter) || weight_step(parameter, stored) != weight_step(parameter, wanted))
      stored = wanted;
  }

  // Sets a slider and what it drives, where `takes` permits.
  template <typename Takes>
  void set_slider(ParameterIndex p, double weight, Takes takes) {
    const ParameterDesc& driver = appearance_[p];
    set(p, weight);
    const float w = weights_.stored[static_cast<std::size_t>(p)];
    for (const DrivenLink& link : appearance_.driven(p)) {
      const ParameterDesc& driven = appearance_[link.parameter];
      if (takes(driven))
        set_slider(link.parameter, static_cast<double>(driven_float(link, w, driver, driven)), takes);
    }
  }

  float stored(ParameterIndex p) const { return weights_.stored[static_cast<std::size_t>(p)]; }

  LayerWeights finish() && {
    weights_.effective = weights_.stored;
    for (std::size_t p = 0; p < appearance_.size(); ++p)
      if (const ParameterDesc& parameter = appearance_.parameters()[p]; !concerns(parameter.sex, sex_))
        weights_.effective[p] = static_cast<float>(parameter.default_weight);
    return std::move(weights_);
  }

  void set_defaults(const std::string* type) {
    for (std::size_t p = 0; p < appearance_.size(); ++p)
      if (const ParameterDesc& parameter = appearance_.parameters()[p];
          type == nullptr || parameter.wearable == *type)
        set(static_cast<ParameterIndex>(p), parameter.default_weight);
  }

 private:
  const Appearance& appearance_;
  Sex sex_;
  LayerWeights weights_;
};

LayerWeightSetter item_setter(const Appearance& appearance, Sex sex, const std::string& type,
                              const SliderValues& sliders) {
  LayerWeightSetter setter(appearance, sex);
  setter.set_defaults(&type);
  const auto takes = [&](const ParameterDesc& driven) { return driven.wearable == type; };
  // Ascending id: the order of the parameters.
  for (std::size_t i = 0; i < appearance.size(); ++i) {
    const auto p = static_cast<ParameterIndex>(i);
    const ParameterDesc& parameter = appearance[p];
    if (parameter.wearable != type) continue;
    const auto given = sliders.find(parameter.id);
    if (Appearance::is_transmitted(parameter) || given != sliders.end())
      setter.set_slider(p, given == sliders.end() ? parameter.default_weight : given->second, takes);
  }
  return setter;
}

}  // namespace

LayerWeights item_weights(const Appearance& appearance, Sex sex, const std::string& type,
                          const SliderValues& sliders) {
  return item_setter(appearance, sex, type, sliders).finish();
}

LayerWeights avatar_layer_weights(const Appearance& appearance, Sex sex, std::span<const std::string> types,
                                  std::span<const SliderValues> sliders) {
  assert(types.size() == sliders.size());
  LayerWeightSetter avatar(appearance, sex);
  avatar.set_defaults(nullptr);
  const auto is_cross = [](const ParameterDesc& driven) { return driven.cross_wearable; };
  for (std::size_t i = 0; i < types.size(); ++i) {
    const LayerWeightSetter item = item_setter(appearance, sex, types[i], sliders[i]);
    for (std::size_t k = 0; k < appearance.size(); ++k) {
      const auto p = static_cast<ParameterIndex>(k);
      const ParameterDesc& parameter = appearance[p];
      if (parameter.wearable == types[i] && !parameter.cross_wearable)
        avatar.set_slider(p, static_cast<double>(item.stored(p)), is_cross);
    }
  }
  return std::move(avatar).finish();
}

}  // namespace mannequin
