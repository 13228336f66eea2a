#include "engine/appearance/appearance_message.h"

#include <algorithm>
#include <cmath>

namespace mannequin {
namespace {

constexpr float kTop = 255.0f;
// The viewer multiplies by this; dividing by 255 rounds differently.
constexpr float kStepOfByte = 1.0f / kTop;

}  // namespace

std::uint8_t byte_from_weight(const ParameterDesc& parameter, double weight) {
  const auto low = static_cast<float>(parameter.min), high = static_cast<float>(parameter.max);
  if (!(high > low)) return 0;
  const double wanted = weight == weight ? weight : parameter.default_weight;
  const float w = static_cast<float>(std::clamp(wanted, parameter.min, parameter.max));
  const float place = std::floor((std::clamp(w, low, high) - low) / (high - low) * kTop);
  return static_cast<std::uint8_t>(std::clamp(place, 0.0f, kTop));
}

double weight_from_byte(const ParameterDesc& parameter, std::uint8_t byte) {
  const auto low = static_cast<float>(parameter.min), high = static_cast<float>(parameter.max);
  const float range = high - low;
  const float weight = static_cast<float>(byte) * kStepOfByte * range + low;
  return std::abs(weight) < range * kStepOfByte ? 0.0 : static_cast<double>(weight);
}

std::vector<std::uint8_t> make_appearance_message(const Appearance& appearance, const SliderValues& sliders) {
  std::vector<std::uint8_t> message;
  for (const ParameterDesc& parameter : appearance.parameters()) {
    if (!Appearance::is_transmitted(parameter)) continue;
    const auto set = sliders.find(parameter.id);
    message.push_back(
        byte_from_weight(parameter, set == sliders.end() ? parameter.default_weight : set->second));
  }
  return message;
}

SliderValues read_appearance_message(const Appearance& appearance, std::span<const std::uint8_t> message) {
  SliderValues sliders;
  std::size_t next = 0;
  for (const ParameterDesc& parameter : appearance.parameters()) {
    if (!Appearance::is_transmitted(parameter)) continue;
    if (next == message.size()) break;
    sliders[parameter.id] = weight_from_byte(parameter, message[next++]);
  }
  return sliders;
}

SliderValues as_others_see(const Appearance& appearance, const SliderValues& sliders) {
  return read_appearance_message(appearance, make_appearance_message(appearance, sliders));
}

}  // namespace mannequin
