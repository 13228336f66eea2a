// From parameter weights to the shape of the skeleton.
#pragma once

#include "engine/appearance/weights.h"
#include "engine/skeleton/solve.h"

namespace mannequin {

// What sliders make of the skeleton, before worn meshes and pose.
struct Shape {
  ParameterWeights weights;
  JointShape joints;   // local position and scale of every joint of the skeleton
  double hover = 0.0;  // metres; lifts the whole avatar
};

// scale = file scale + sum of weight x delta; position likewise. No history, no order. Source: ALGORITHM 15.
Shape evaluate_shape(const Skeleton& skeleton, const Appearance& appearance, ParameterWeights weights);

// The two steps in one: with_defaults, evaluate_weights, evaluate_shape.
Shape evaluate_shape(const Skeleton& skeleton, const Appearance& appearance, const SliderValues& sliders);
// With the memory that `out` has.
void evaluate_shape(const Skeleton& skeleton, const Appearance& appearance, const SliderValues& sliders,
                    Shape& out);

// The skeleton with nothing applied: the rest pose, which differs from the default shape.
Shape rest_shape(const Skeleton& skeleton, const Appearance& appearance);
void rest_shape(const Skeleton& skeleton, const Appearance& appearance, Shape& out);

}  // namespace mannequin
