#include "engine/motion/control_avatar.h"

#include <algorithm>
#include <cmath>

#include "engine/math/finite.h"
#include "engine/math/turns.h"

namespace mannequin {
namespace {

// The rotation that undoes a bind shape's, whatever its scale.
Quat undone_rotation(const Mat4& bind_shape) {
  Mat3 axes(bind_shape);
  for (int k = 0; k < 3; ++k) {
    const double length = glm::length(axes[k]);
    if (length > 0.0) axes[k] /= length;
  }
  if (std::abs(glm::determinant(axes)) < 1e-12) return {1.0, 0.0, 0.0, 0.0};
  axes = glm::inverse(axes);
  return turn_to_axes(axes[0], axes[1], axes[2]);
}

bool is_usable(const Box& box) {
  return !box.empty() && is_finite(box.min) && is_finite(box.max) && box.size() != Vec3(0.0);
}

}  // namespace

ControlAvatar::ControlAvatar(const Character& character, const AnimatedObjectLimits& limits)
    : character_(character), below_pelvis_(character.skeleton.size(), false) {
  set_limits(limits);
  inputs_.apply_parameters = false;
  const JointIndex pelvis = character.skeleton.find("mPelvis");
  for (std::size_t j = 0; j < character.skeleton.size(); ++j) {
    const JointIndex parent = character.skeleton.joints()[j].parent;
    below_pelvis_[j] = static_cast<JointIndex>(j) == pelvis ||
                       (parent != kNoJoint && below_pelvis_[static_cast<std::size_t>(parent)]);
  }
}

void ControlAvatar::set_limits(const AnimatedObjectLimits& limits) {
  limits_ = {std::max(limits.farthest, 0.0), std::max(limits.largest, 1.0)};
}

void ControlAvatar::limit_size(const Box& last_box) {
  if (!is_usable(last_box)) return;
  const Vec3 size = last_box.size();
  // Its size without the current scale.
  const double longest = std::max({size.x, size.y, size.z}) / scale_;
  scale_ = longest > limits_.largest ? limits_.largest / longest : 1.0;
}

void ControlAvatar::place(const AnimatedObject& object, const Box& last_box) {
  Vec3 position = object.position;
  if (object.root_is_rigged) position.z += object.root_pelvis_offset;
  if (is_usable(last_box)) {
    // Without the current displacement, otherwise it would oscillate.
    const Vec3 low = last_box.min - moved_, high = last_box.max - moved_;
    const Vec3 away = position - glm::clamp(position, low, high);
    const double distance = glm::length(away);
    moved_ = distance > limits_.farthest ? away * ((distance - limits_.farthest) / distance) : Vec3(0.0);
  }
  limit_size(last_box);
  inputs_.pose.root_position = position + moved_;
  inputs_.pose.root_rotation =
      object.root_is_rigged ? object.rotation * undone_rotation(object.root_bind_shape) : object.rotation;
}

void ControlAvatar::place_attached(const JointTransform& attachment, const Vec3& position,
                                   const Quat& rotation, const Box& last_box) {
  limit_size(last_box);
  moved_ = Vec3(0.0);
  // Ignores the attachment point's scale.
  inputs_.pose.root_position = attachment.world_position + attachment.world_rotation * position;
  inputs_.pose.root_rotation = attachment.world_rotation * rotation;
}

void ControlAvatar::evaluate(std::span<const WornOffsets> worn, const Pose& clips, AvatarState& out) {
  inputs_.worn.assign(worn.begin(), worn.end());
  inputs_.pose.rotations = clips.rotations;
  inputs_.pose.positions = clips.positions;
  evaluate_avatar(character_, inputs_, out);
  if (scale_ == 1.0) return;
  // Last, so that it scales locked scales, too.
  for (std::size_t j = 0; j < below_pelvis_.size(); ++j) {
    if (!below_pelvis_[j]) continue;
    out.shape.joints.scale[j] *= scale_;
    if (out.offsets.scale[j]) out.offsets.scale[j]->value *= scale_;
  }
  evaluate_pose(character_, inputs_.pose, out);
}

}  // namespace mannequin
