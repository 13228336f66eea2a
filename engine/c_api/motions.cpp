// The viewer's own motions and the host's, in addition to clips.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "engine/c_api/handles.h"
#include "mannequin/c_viewer.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

// Sets a weight if the character knows the parameter; marks the shape as due only if that changes it.
void set_weight(AvatarObject& avatar, const ParameterWeight& weight) {
  const Appearance& appearance = avatar.character->character.appearance;
  const ParameterIndex parameter = appearance.find(weight.parameter);
  if (parameter == kNoParameter) return;
  const auto value = static_cast<double>(weight.weight);
  if (avatar.eased) {  // only motions set these parameters
    const auto p = static_cast<std::size_t>(parameter);
    avatar.eased->weight[p] = avatar.eased->effective[p] = avatar.eased->requested[p] = value;
    avatar.shape_due = true;
    return;
  }
  const auto found = avatar.inputs.sliders.find(weight.parameter);
  if (found != avatar.inputs.sliders.end() && found->second == value) return;
  avatar.inputs.sliders[weight.parameter] = value;
  avatar.shape_due = true;
}

template <typename Set>
void for_all_weights(const OwnMotions& motions, Set set) {
  for (const ParameterWeight& weight : motions.viewer.weights()) set(weight);
  if (motions.hands)
    for (const ParameterWeight& weight : motions.hands->weights()) set(weight);
  if (motions.physics)
    for (const ParameterWeight& weight : motions.physics->weights()) set(weight);
}

void stop(AvatarObject& avatar) {
  if (!avatar.motions) return;
  for_all_weights(*avatar.motions,
                  [&](const ParameterWeight& weight) { avatar.inputs.sliders.erase(weight.parameter); });
  avatar.motions.reset();
  avatar.shape_due = true;
}

mannequin_status read_layer(const Skeleton& skeleton, const mannequin_layer& given, MotionLayer& out) {
  if (given.joint_count > 0 && !given.joints) return null_argument("a layer's joints");
  if (!(given.weight >= 0.0f && given.weight <= 1.0f))
    return report(MANNEQUIN_BAD_ARGUMENT, "A layer's weight is not within 0 and 1.");
  out.priority = given.priority;
  out.weight = given.weight;
  out.additive = given.additive != 0;
  out.joints.resize(given.joint_count);
  for (std::size_t k = 0; k < out.joints.size(); ++k) {
    if (const auto status = check_joint(skeleton, given.joints[k]); status != MANNEQUIN_OK) return status;
    LayerJoint& joint = out.joints[k];
    joint = {static_cast<JointIndex>(given.joints[k]), std::nullopt, std::nullopt};
    if (given.rotations) {
      const float* at = given.rotations + 4 * k;
      const double xyzw[4] = {at[0], at[1], at[2], at[3]};
      if (const auto status = read_rotation(xyzw, joint.rotation.emplace()); status != MANNEQUIN_OK)
        return status;
    }
    if (given.positions) {
      const float* at = given.positions + 3 * k;
      const double xyz[3] = {at[0], at[1], at[2]};
      if (const auto status = read_position(xyz, joint.position.emplace()); status != MANNEQUIN_OK)
        return status;
    }
  }
  return MANNEQUIN_OK;
}

// The host's, from `first` on in the avatar's list.
mannequin_status read_layers(AvatarObject& avatar, const mannequin_motion_frame& frame, std::size_t first) {
  if (frame.layer_count > 0 && !frame.layers) return null_argument("frame->layers");
  std::vector<MotionLayer>& layers = avatar.motions->layers;
  layers.resize(first + frame.layer_count);
  const auto* place = reinterpret_cast<const unsigned char*>(frame.layers);
  for (std::uint32_t k = 0; k < frame.layer_count; ++k, place += frame.layers->struct_size) {
    const auto layer = read_struct(reinterpret_cast<const mannequin_layer*>(place), "layers");
    if (!layer) return MANNEQUIN_BAD_ARGUMENT;
    if (layer->struct_size != frame.layers->struct_size || layer->struct_size % alignof(mannequin_layer) != 0)
      return report(MANNEQUIN_BAD_ARGUMENT,
                    "layers: struct_size is not one and the same; begin each with MANNEQUIN_INIT.");
    if (const auto status = read_layer(avatar.character->character.skeleton, *layer, layers[first + k]);
        status != MANNEQUIN_OK)
      return status;
  }
  return MANNEQUIN_OK;
}

OwnMotions motions_of(const Character& character, const mannequin_motion_options& options, double began) {
  const MotionSteps steps = options.viewer_steps ? MotionSteps::viewer : MotionSteps::even;
  ViewerMotionOptions chosen;
  chosen.steps = steps;
  chosen.seed = options.seed;
  chosen.head = options.no_head == 0;
  chosen.eyes = options.no_eyes == 0;
  chosen.noise = options.no_sway == 0;
  chosen.breath = options.no_breath == 0;
  chosen.pelvis = options.no_pelvis == 0;
  OwnMotions made{ViewerMotions(character.skeleton, chosen), std::nullopt, std::nullopt, began, {}};
  if (options.no_hands == 0) made.hands.emplace(steps);
  if (options.physics != 0)
    made.physics.emplace(character.appearance,
                         PhysicsOptions{.start_as_viewer = options.physics_as_viewer != 0});
  return made;
}

// One frame, at a time that was checked.
void move(AvatarObject& avatar, float time, const mannequin_motion_frame& given, const MotionFrame& frame) {
  OwnMotions& motions = *avatar.motions;
  const auto own = motions.viewer.update(frame, given.aims == 0);
  std::ranges::copy(own, motions.layers.begin());
  const ConstraintScene scene = scene_of(avatar, frame.seconds);
  avatar.player->update(time, &scene, motions.layers);
  if (motions.hands) motions.hands->update(frame.seconds, hand_pose_of(*avatar.player));
  if (motions.physics) {
    const Character& character = avatar.character->character;
    motions.physics->update(static_cast<float>(static_cast<double>(time) - motions.began), character.skeleton,
                            avatar.state.joints,
                            physics_settings(character.appearance, avatar.state.shape.weights));
  }
  take_pose(avatar);
  for_all_weights(motions, [&](const ParameterWeight& weight) { set_weight(avatar, weight); });
}

}  // namespace

mannequin_status mannequin_avatar_start_motions(mannequin_avatar* avatar,
                                                const mannequin_motion_options* given) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    mannequin_motion_options options{};
    if (given) {
      const auto taken = read_struct(given, "options");
      if (!taken) return MANNEQUIN_BAD_ARGUMENT;
      options = *taken;
    }
    stop(*object);
    const double now = object->player ? static_cast<double>(object->player->time()) : 0.0;
    object->motions.emplace(motions_of(object->character->character, options, now));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_stop_motions(mannequin_avatar* avatar) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    stop(*object);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_update_motions(mannequin_avatar* avatar, double seconds,
                                                 const mannequin_motion_frame* given) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (!object->motions)
      return report(MANNEQUIN_BAD_ARGUMENT,
                    "No motions have been started; call mannequin_avatar_start_motions() first.");
    if (!object->evaluated) return not_evaluated();
    mannequin_motion_frame asked{};
    if (given) {
      const auto taken = read_struct(given, "frame");
      if (!taken) return MANNEQUIN_BAD_ARGUMENT;
      asked = *taken;
    }
    MotionFrame frame;
    if (asked.has_target != 0)
      if (const auto status = read_position(asked.target, frame.target.emplace()); status != MANNEQUIN_OK)
        return status;
    if (const auto status = check_update(*object, seconds); status != MANNEQUIN_OK) return status;
    const auto time = static_cast<float>(seconds);
    if (const auto status = read_layers(*object, asked, kViewerLayers); status != MANNEQUIN_OK) return status;
    frame.joints = object->state.joints;
    frame.root_rotation = object->inputs.pose.root_rotation;
    frame.seconds = static_cast<double>(time - object->player->time());
    move(*object, time, asked, frame);
    return MANNEQUIN_OK;
  });
}
