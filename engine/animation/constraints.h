// Constraints of a .anim hold the end of a joint chain to the ground or to a body part, and relax the chain
// in between. They depend on joint positions, so besides the clip they need the previous frame, the ground
// and a clock. Source: LLKeyframeMotion::applyConstraint.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/animation/clip.h"
#include "engine/animation/sample.h"
#include "engine/skeleton/solve.h"

namespace mannequin {

// Longer chains are ignored, as in the viewer.
inline constexpr unsigned kMaxConstraintChain = 3;

// The ground below or above a point; world space, metres, normal of length 1.
struct GroundPoint {
  Vec3 position{0.0};
  Vec3 normal{0.0, 0.0, 1.0};
};

// The input of the constraints in a frame. World space is that of `joints`.
struct ConstraintScene {
  // Of the previous frame, with the player's pose of that frame; at first, without any clip.
  std::span<const JointTransform> joints;
  // The ground at a point; the viewer looks 1 m up and down. Called when a constraint begins. Default: flat
  // ground under the soles of the default avatar.
  std::function<GroundPoint(const Vec3&)> ground;
  // Seconds of the program's last frame, for smoothing; as in the viewer, independent of the player's time.
  double frame_seconds = 1.0 / 60.0;
  // Pixels that the avatar covers: small avatars are relaxed less.
  double pixel_area = 1e6;
  // Change this number whenever sliders or worn meshes change bone lengths.
  std::uint64_t shape_version = 0;
};

// One constraint of one start of a clip. Plain numbers, world space unless a comment says otherwise.
struct ConstraintState {
  bool measured = false, active = false;
  std::uint64_t shape_version = 0;
  std::array<double, kMaxConstraintChain + 1> lengths{};  // of the chain's parts, from the source upwards
  double total = 0.0, reach = 0.0;
  double weight = 1.0;  // falls towards 0 while the target is out of reach
  double unrest = 0.0;  // how much the chain moved
  GroundPoint ground;
  std::array<Vec3, kMaxConstraintChain + 1> before{};  // of the chain's joints, in mPelvis' frame
};

// The working copy of joints while constraints are solved: some get temporary rotations.
class ConstrainedJoints {
 public:
  // Copies; allocates nothing the second time.
  void begin(const Skeleton& skeleton, std::span<const JointTransform> joints);

  // World position and rotation, from the current local values of the joint and its ancestors.
  struct Place {
    Vec3 position{0.0};
    Quat rotation{1.0, 0.0, 0.0, 0.0};
  };
  // Of the joint, in the avatar's world.
  Place world(JointIndex joint) const;
  Place above(JointIndex joint) const;  // of its parent; mRoot's if it has none
  // kNoJoint for children of mRoot.
  JointIndex parent(JointIndex joint) const;

  // Local, metres.
  const Vec3& position(JointIndex joint) const { return joints_[at(joint)].position; }
  // Local, not inherited.
  const Vec3& scale(JointIndex joint) const { return joints_[at(joint)].scale; }
  // Local.
  const Quat& rotation(JointIndex joint) const { return joints_[at(joint)].rotation; }
  // Local; the joint's descendants follow.
  void set_rotation(JointIndex joint, const Quat& rotation) { joints_[at(joint)].rotation = rotation; }

 private:
  static std::size_t at(JointIndex joint) { return static_cast<std::size_t>(joint); }
  const Skeleton* skeleton_ = nullptr;
  std::vector<JointTransform> joints_;
  Place root_;
  mutable std::vector<JointIndex> path_;  // of world()
};

// One update of the clip that a constraint belongs to.
struct ConstraintMoment {
  float time = 0.0f;           // seconds of the clip
  float previous = 0.0f;       // playing time at the previous update, seconds
  double frame_seconds = 0.0;  // for smoothing
  // By joint: the priority bits with which newer clips at full weight hold rotations; and this clip's.
  std::span<const std::uint8_t> held;
  std::uint8_t own_bits = 0;
};

// Lets one constraint change the samples of its clip. states: by track. As a side effect, the joints get the
// rotations of the chain.
void apply_constraint(const Clip& clip, const ClipConstraint& constraint, const ConstraintMoment& moment,
                      const ConstraintScene& scene, ConstrainedJoints& joints, std::span<TrackState> states,
                      ConstraintState& state);

}  // namespace mannequin
