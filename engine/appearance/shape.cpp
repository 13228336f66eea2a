#include "engine/appearance/shape.h"

namespace mannequin {

namespace {

// From shape.weights.
void apply_effects(const Skeleton& skeleton, const Appearance& appearance, Shape& shape) {
  rest_joints(skeleton, shape.joints);
  for (std::size_t p = 0; p < appearance.size(); ++p) {
    const double w = shape.weights.effective[p];
    if (w == 0.0) continue;
    for (const JointEffect& effect : appearance.effects(static_cast<ParameterIndex>(p))) {
      const auto joint = static_cast<std::size_t>(effect.joint);
      shape.joints.scale[joint] += w * effect.scale;
      shape.joints.position[joint] += w * effect.position;
    }
  }
  const ParameterIndex hover = appearance.find(kHoverParameter);
  shape.hover = hover == kNoParameter ? 0.0 : shape.weights.effective[static_cast<std::size_t>(hover)];
}

}  // namespace

Shape evaluate_shape(const Skeleton& skeleton, const Appearance& appearance, ParameterWeights weights) {
  Shape shape;
  shape.weights = std::move(weights);
  apply_effects(skeleton, appearance, shape);
  return shape;
}

void evaluate_shape(const Skeleton& skeleton, const Appearance& appearance, const ParameterWeights& weights,
                    Shape& out) {
  out.weights = weights;
  apply_effects(skeleton, appearance, out);
}

Shape evaluate_shape(const Skeleton& skeleton, const Appearance& appearance, const SliderValues& sliders) {
  Shape shape;
  evaluate_shape(skeleton, appearance, sliders, shape);
  return shape;
}

void evaluate_shape(const Skeleton& skeleton, const Appearance& appearance, const SliderValues& sliders,
                    Shape& out) {
  evaluate_weights_with_defaults(appearance, sliders, out.weights);
  apply_effects(skeleton, appearance, out);
}

Shape rest_shape(const Skeleton& skeleton, const Appearance& appearance) {
  Shape shape;
  rest_shape(skeleton, appearance, shape);
  return shape;
}

void rest_shape(const Skeleton& skeleton, const Appearance& appearance, Shape& out) {
  rest_joints(skeleton, out.joints);
  out.hover = 0.0;
  out.weights.sex = Sex::female;
  out.weights.weight.assign(appearance.size(), 0.0);
  out.weights.effective.assign(appearance.size(), 0.0);
  out.weights.requested.assign(appearance.size(), 0.0);
}

}  // namespace mannequin
