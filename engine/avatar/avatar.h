// One avatar: the flow run once, from slider values to solved joints.
#pragma once

#include <span>
#include <vector>

#include "engine/appearance/character.h"
#include "engine/appearance/shape.h"
#include "engine/skeleton/body_size.h"
#include "engine/skeleton/joint_offsets.h"
#include "engine/skeleton/pose.h"
#include "engine/skeleton/solve.h"

namespace mannequin {

// Everything an avatar's state is a function of.
struct AvatarInputs {
  SliderValues sliders;           // parameters not named take their default
  bool apply_parameters = true;   // false: the rest pose, nothing applied
  std::vector<WornOffsets> worn;  // joint offsets of what is worn
  Pose pose;
};

struct AvatarState {
  Shape shape;
  JointOffsets offsets;
  std::vector<JointTransform> joints;  // by joint of the skeleton
  BodySize size;

  // Height of mRoot above the ground on which the viewer would stand this avatar, metres. Source:
  // ALGORITHM 6.3.
  double root_above_ground() const;
};

AvatarState evaluate_avatar(const Character& character, const AvatarInputs& inputs);

}  // namespace mannequin
