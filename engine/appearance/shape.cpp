#include "engine/appearance/shape.h"

namespace mannequin {

Shape evaluate_shape(const Skeleton& skeleton, const Appearance& appearance, ParameterWeights weights) {
  Shape shape;
  shape.joints = rest_joints(skeleton);
  for (std::size_t p = 0; p < appearance.size(); ++p) {
    const double w = weights.effective[p];
    if (w == 0.0) continue;
    for (const JointEffect& effect : appearance.effects(static_cast<ParameterIndex>(p))) {
      const auto joint = static_cast<std::size_t>(effect.joint);
      shape.joints.scale[joint] += w * effect.scale;
      shape.joints.position[joint] += w * effect.position;
    }
  }
  const ParameterIndex hover = appearance.find(kHoverParameter);
  if (hover != kNoParameter) shape.hover = weights.effective[static_cast<std::size_t>(hover)];
  shape.weights = std::move(weights);
  return shape;
}

Shape evaluate_shape(const Skeleton& skeleton, const Appearance& appearance, const SliderValues& sliders) {
  return evaluate_shape(skeleton, appearance,
                        evaluate_weights(appearance, with_defaults(appearance, sliders)));
}

Shape rest_shape(const Skeleton& skeleton, const Appearance& appearance) {
  Shape shape;
  shape.joints = rest_joints(skeleton);
  shape.weights.weight.assign(appearance.size(), 0.0);
  shape.weights.effective.assign(appearance.size(), 0.0);
  shape.weights.requested.assign(appearance.size(), 0.0);
  return shape;
}

}  // namespace mannequin
