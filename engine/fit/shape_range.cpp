#include "engine/fit/shape_range.h"

#include "engine/fit/slider_reach.h"

namespace mannequin {
namespace {

// Marks a parameter and everything that it drives.
void reach(const Appearance& appearance, ParameterIndex p, std::vector<bool>& reached) {
  if (reached[static_cast<std::size_t>(p)]) return;
  reached[static_cast<std::size_t>(p)] = true;
  for (const DrivenLink& link : appearance.driven(p)) reach(appearance, link.parameter, reached);
}

// `delta` per unit of a weight from `min` to `max`, or not at all.
Bounds over(const Vec3& delta, double min, double max) {
  Bounds bounds;
  bounds.include(min * delta);
  bounds.include(max * delta);
  return bounds;
}

}  // namespace

void Bounds::include(const Vec3& value) {
  low = glm::min(low, value);
  high = glm::max(high, value);
}

Bounds operator+(const Bounds& a, const Bounds& b) { return {a.low + b.low, a.high + b.high}; }

Bounds operator-(const Bounds& a, const Bounds& b) { return {a.low - b.high, a.high - b.low}; }

Bounds operator*(const Bounds& a, const Bounds& b) {
  Bounds product{a.low * b.low, a.low * b.low};
  product.include(a.low * b.high);
  product.include(a.high * b.low);
  product.include(a.high * b.high);
  return product;
}

ShapeRange shape_range(const Character& character) {
  const Appearance& appearance = character.appearance;
  std::vector<bool> reached(appearance.size());
  for (const Sex sex : {Sex::female, Sex::male})
    for (const ParameterIndex p : sliders_of(appearance, sex)) reach(appearance, p, reached);
  if (const ParameterIndex male = appearance.find(kMaleParameter); male != kNoParameter)
    reach(appearance, male, reached);
  ShapeRange range;
  range.position.resize(character.skeleton.size());
  range.scale.resize(character.skeleton.size());
  for (std::size_t p = 0; p < reached.size(); ++p) {
    const ParameterDesc& parameter = appearance.parameters()[p];
    const double min = reached[p] ? parameter.min : parameter.default_weight;
    const double max = reached[p] ? parameter.max : parameter.default_weight;
    for (const JointEffect& effect : appearance.effects(static_cast<ParameterIndex>(p))) {
      const auto joint = static_cast<std::size_t>(effect.joint);
      range.position[joint] = range.position[joint] + over(effect.position, min, max);
      range.scale[joint] = range.scale[joint] + over(effect.scale, min, max);
    }
  }
  return range;
}

}  // namespace mannequin
