// One avatar: the whole flow once, from slider values to solved joints.
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

// The inputs of an avatar's state.
struct AvatarInputs {
  SliderValues sliders;           // missing parameters have their default
  bool apply_parameters = true;   // false: the rest pose, nothing applied
  std::vector<WornOffsets> worn;  // joint offsets of worn meshes
  Pose pose;
};

// By the viewer's formula alone, every avatar would stand this deep in the ground: its pelvis-to-foot counts
// the hip with the wrong sign (2 x 41 mm) and ends at the foot joint, 12 mm above the system avatar's sole.
// In-world the default avatar stands on its soles, so the simulator must lift it by this much; we assume the
// same for all shapes.
inline constexpr double kGroundClearance = 0.0939;

// One evaluated avatar. Holds no references.
struct AvatarState {
  Shape shape;
  JointOffsets offsets;
  std::vector<JointTransform> joints;  // by joint of the skeleton
  BodySize size;                       // before the pose

  // Height of mRoot above the ground on which this avatar stands in-world, metres. The viewer's part is
  // ALGORITHM 6.3; the simulator's part is not in its code, see kGroundClearance.
  double root_above_ground() const;
};

// From sliders to solved joints. Pure: any thread, concurrently; allocates the state's arrays. Worn and
// pose vectors that are not empty have one entry per joint of the character.
AvatarState evaluate_avatar(const Character& character, const AvatarInputs& inputs);

// Reuses a state from frame to frame: allocates nothing once the state has been
// evaluated.
void evaluate_avatar(const Character& character, const AvatarInputs& inputs, AvatarState& out);

// With a given shape instead of the one from the sliders.
AvatarState evaluate_avatar(const Character& character, const AvatarInputs& inputs, Shape shape);
// Takes weights instead of sliders (for example a ShapeTransition's), and reuses the state.
void evaluate_avatar(const Character& character, const AvatarInputs& inputs, const ParameterWeights& weights,
                     AvatarState& out);

// Re-evaluates only the pose of an evaluated state: keeps its shape and joint offsets and solves `joints`
// again. Much faster when sliders and worn meshes have not changed. Allocates nothing.
void evaluate_pose(const Character& character, const Pose& pose, AvatarState& state);

}  // namespace mannequin
