// Animated objects (animesh): a skeleton without sliders, placed by an object, within limits. Source: the
// viewer's LLControlAvatar.
//
// Its rest is the raw skeleton: not even the sliders' defaults apply, so 26 joints differ from the default
// avatar's. None of the viewer's own motions run on it, only the object's clips.
#pragma once

#include <span>
#include <vector>

#include "engine/appearance/character.h"
#include "engine/avatar/avatar.h"
#include "engine/bounds/box.h"

namespace mannequin {

// The object that a control avatar belongs to.
struct AnimatedObject {
  Vec3 position{0.0};                 // of the root prim, world space, metres
  Quat rotation{1.0, 0.0, 0.0, 0.0};  // of the root prim
  bool root_is_rigged = false;        // whether the root prim is one of the rigged ones
  Mat4 root_bind_shape{1.0};          // of the root prim if it is rigged: its rotation is undone
  double root_pelvis_offset = 0.0;    // of the root prim if it is rigged, metres
};

// How far the figure may be from its object, and how large it may be, metres; the viewer's settings.
struct AnimatedObjectLimits {
  double farthest = 3.0;  // from the box to the object's position
  double largest = 64.0;  // longest side of the box
};

// One control avatar. It has a history if a limit is exceeded: limits apply to the box of the previous frame.
// One thread at a time; the character must outlive it.
class ControlAvatar {
 public:
  // At the world's origin.
  explicit ControlAvatar(const Character& character, const AnimatedObjectLimits& limits = {});

  // Applies to later frames.
  void set_limits(const AnimatedObjectLimits& limits);

  // Places an object that nobody wears. last_box: from viewer_avatar_box() with is_control_avatar, for the
  // previous frame; empty at first: then no limit applies.
  void place(const AnimatedObject& object, const Box& last_box);
  // The same for an object worn on an attachment point, given as that joint in the wearer's pose. The
  // object's position and rotation are relative to it. Only the largest size is limited.
  void place_attached(const JointTransform& attachment, const Vec3& position, const Quat& rotation,
                      const Box& last_box);

  // Solves the joints from the joint positions of all rigged prims and the pose of the object's clips, whose
  // mRoot is ignored.
  void evaluate(std::span<const WornOffsets> worn, const Pose& clips, AvatarState& out);

  // Of mRoot, in the world.
  const Vec3& root_position() const { return inputs_.pose.root_position; }
  const Quat& root_rotation() const { return inputs_.pose.root_rotation; }
  // The effect of the limits: how far they moved it, and the scale of mPelvis and everything below it.
  const Vec3& moved() const { return moved_; }
  double scale() const { return scale_; }

 private:
  void limit_size(const Box& last_box);

  const Character& character_;
  AnimatedObjectLimits limits_;
  std::vector<bool> below_pelvis_;  // by joint, mPelvis included
  AvatarInputs inputs_;
  Vec3 moved_{0.0};
  double scale_ = 1.0;
};

}  // namespace mannequin
