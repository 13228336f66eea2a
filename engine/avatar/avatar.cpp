#include "engine/avatar/avatar.h"

#include <utility>

namespace mannequin {

double AvatarState::root_above_ground() const {
  // The agent's position is half its height above the ground; the pelvis goes that much up and down again,
  // less the legs: 0.5 h - (0.5 h - pelvis_to_foot).
  return kGroundClearance + size.pelvis_to_foot + offsets.pelvis_offset + shape.hover;
}

namespace {

// Clips and poses do not affect the avatar's height, nor its height above ground: the viewer measures it as a
// clip starts, before that moves anything.
BodySize measure_unposed(const Character& character, const AvatarState& state) {
  static const Pose kNothingPosed;
  return character.measure.measure(
      [&](JointIndex joint) {
        return local_position(state.shape.joints, state.offsets, kNothingPosed, joint).z;
      },
      [&](JointIndex joint) { return local_scale(state.shape.joints, state.offsets, joint).z; });
}

// Everything derived from state.shape.
void finish(const Character& character, const AvatarInputs& inputs, AvatarState& state) {
  resolve_offsets(character.skeleton, inputs.worn, state.offsets);
  state.joints.resize(character.skeleton.size());
  solve_pose(character.skeleton, state.shape.joints, state.offsets, inputs.pose, state.joints);
  state.size = measure_unposed(character, state);
}

}  // namespace

void evaluate_pose(const Character& character, const Pose& pose, AvatarState& state) {
  solve_pose(character.skeleton, state.shape.joints, state.offsets, pose, state.joints);
}

AvatarState evaluate_avatar(const Character& character, const AvatarInputs& inputs) {
  AvatarState state;
  evaluate_avatar(character, inputs, state);
  return state;
}

void evaluate_avatar(const Character& character, const AvatarInputs& inputs, AvatarState& out) {
  if (inputs.apply_parameters)
    evaluate_shape(character.skeleton, character.appearance, inputs.sliders, out.shape);
  else
    rest_shape(character.skeleton, character.appearance, out.shape);
  finish(character, inputs, out);
}

void evaluate_avatar(const Character& character, const AvatarInputs& inputs, const ParameterWeights& weights,
                     AvatarState& out) {
  evaluate_shape(character.skeleton, character.appearance, weights, out.shape);
  finish(character, inputs, out);
}

AvatarState evaluate_avatar(const Character& character, const AvatarInputs& inputs, Shape shape) {
  AvatarState state;
  state.shape = std::move(shape);
  finish(character, inputs, state);
  return state;
}

}  // namespace mannequin
