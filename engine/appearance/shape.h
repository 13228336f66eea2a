// From parameter weights to the shape of the skeleton.
#pragma once

#include "engine/appearance/weights.h"
#include "engine/skeleton/solve.h"

namespace mannequin {

// The skeleton under the sliders, before worn meshes and pose.
struct Shape {
  ParameterWeights weights;
  JointShape joints;   // local position and scale of every joint of the skeleton
  double hover = 0.0;  // metres; lifts the whole avatar
};

// scale = file scale + sum of weight x delta; position alike. No history, any order. Source: ALGORITHM 15.
Shape evaluate_shape(const Skeleton& skeleton, const Appearance& appearance, ParameterWeights weights);

// Reuses the memory of `out`.
void evaluate_shape(const Skeleton& skeleton, const Appearance& appearance, const ParameterWeights& weights,
                    Shape& out);

// Combines with_defaults, evaluate_weights and evaluate_shape.
Shape evaluate_shape(const Skeleton& skeleton, const Appearance& appearance, const SliderValues& sliders);
// Reuses the memory of `out`.
void evaluate_shape(const Skeleton& skeleton, const Appearance& appearance, const SliderValues& sliders,
                    Shape& out);

// The skeleton without parameters: the rest pose, which differs from the default shape.
Shape rest_shape(const Skeleton& skeleton, const Appearance& appearance);
void rest_shape(const Skeleton& skeleton, const Appearance& appearance, Shape& out);

}  // namespace mannequin
