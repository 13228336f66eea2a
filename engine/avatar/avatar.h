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

// The viewer's formula alone would let every avatar stand this deep in the ground (its pelvis-to-foot takes
// the hip with the wrong sign, 2 x 41 mm, and ends at the joint of the foot, 12 mm above the sole of the
// system avatar). In-world the default avatar stands on its soles, so the simulator must lift it by as much;
// we take that to be the same for all shapes.
inline constexpr double kGroundClearance = 0.0939;

// One avatar, evaluated. Holds no reference to what it was made from.
struct AvatarState {
  Shape shape;
  JointOffsets offsets;
  std::vector<JointTransform> joints;  // by joint of the skeleton
  BodySize size;                       // before the pose

  // Height of mRoot above the ground on which this avatar stands in-world, metres. What the viewer adds is
  // ALGORITHM 6.3; what the simulator adds is not in its code, see kGroundClearance.
  double root_above_ground() const;
};

// Sliders to solved joints. Pure: any thread, any number at once; allocates the state's arrays. Worn and
// pose vectors that are not empty have one entry per joint of the character.
AvatarState evaluate_avatar(const Character& character, const AvatarInputs& inputs);

// The same into a state that is used frame after frame: once it has been evaluated, nothing is allocated any
// more.
void evaluate_avatar(const Character& character, const AvatarInputs& inputs, AvatarState& out);

// The same with a shape of its own, in place of the one that the sliders make.
AvatarState evaluate_avatar(const Character& character, const AvatarInputs& inputs, Shape shape);

}  // namespace mannequin
