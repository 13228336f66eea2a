#include "engine/avatar/avatar.h"

#include <utility>

namespace mannequin {

double AvatarState::root_above_ground() const {
  // The agent's position is half its height above the ground; the pelvis goes that much up and down again,
  // less the legs: 0.5 h - (0.5 h - pelvis_to_foot).
  return kGroundClearance + size.pelvis_to_foot + offsets.pelvis_offset + shape.hover;
}

namespace {

// Clips and poses do not change how tall an avatar is, nor how high it stands: the viewer measures it when a clip
// starts, before that moves anything.
BodySize measure_unposed(const Character& character, const AvatarState& state, const Pose& pose) {
  if (pose.positions.empty()) return character.measure(state.joints);
  std::vector<JointTransform> unposed(state.joints.size());
  solve_pose(character.skeleton, state.shape.joints, state.offsets, {}, unposed);
  return character.measure(unposed);
}

}  // namespace

AvatarState evaluate_avatar(const Character& character, const AvatarInputs& inputs) {
  return evaluate_avatar(character, inputs,
                         inputs.apply_parameters
                             ? evaluate_shape(character.skeleton, character.appearance, inputs.sliders)
                             : rest_shape(character.skeleton, character.appearance));
}

AvatarState evaluate_avatar(const Character& character, const AvatarInputs& inputs, Shape shape) {
  AvatarState state;
  state.shape = std::move(shape);
  state.offsets = resolve_offsets(character.skeleton, inputs.worn);
  state.joints.resize(character.skeleton.size());
  solve_pose(character.skeleton, state.shape.joints, state.offsets, inputs.pose, state.joints);
  state.size = measure_unposed(character, state, inputs.pose);
  return state;
}

}  // namespace mannequin
