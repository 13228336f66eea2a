// Constraints of a .anim: the end of a chain of joints is held at the ground or at a body part, and the chain
// is relaxed between both. They see where the joints are, so that they need the frame before, the ground and
// a clock beside the clip. Source: HOST.md 4.
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

// Longer chains are ignored: the viewer has no room for them.
inline constexpr unsigned kMaxConstraintChain = 3;

// Where the ground is, below or above some point; world space, metres, normal of length 1.
struct GroundPoint {
  Vec3 position{0.0};
  Vec3 normal{0.0, 0.0, 1.0};
};

// What the constraints of a frame see. World space is that of `joints`.
struct ConstraintScene {
  // Of the frame before, with what the player said then; at first as they are without a clip.
  std::span<const JointTransform> joints;
  // The ground at a point; the viewer looks 1 m up and down. Called when a constraint begins. Without it
  // there is a flat one under the soles of the default avatar.
  std::function<GroundPoint(const Vec3&)> ground;
  // Seconds of the program's last frame, for what is smoothed; the viewer's measure, not the player's.
  double frame_seconds = 1.0 / 60.0;
  // Pixels that the avatar covers: small ones are relaxed less.
  double pixel_area = 1e6;
  // Another number whenever sliders or worn meshes have changed the bones' lengths.
  std::uint64_t shape_version = 0;
};

// One constraint of one start of a clip. Plain numbers, world space unless a comment says otherwise.
struct ConstraintState {
  bool measured = false, active = false;
  std::uint64_t shape_version = 0;
  std::array<double, kMaxConstraintChain + 1> lengths{};  // of the chain's parts, from the source upwards
  double total = 0.0, reach = 0.0;
  double weight = 1.0;  // towards 0 while the target is out of reach
  double unrest = 0.0;  // how much the chain moved
  GroundPoint ground;
  std::array<Vec3, kMaxConstraintChain + 1> before{};  // of the chain's joints, in mPelvis' frame
};

// Joints as they are while constraints are worked out: some get other rotations for the time being.
class ConstrainedJoints {
 public:
  // Copies; allocates nothing the second time.
  void begin(const Skeleton& skeleton, std::span<const JointTransform> joints);

  // World position and rotation, from the local values that the joint and those above it have now.
  struct Place {
    Vec3 position{0.0};
    Quat rotation{1.0, 0.0, 0.0, 0.0};
  };
  // Of the joint, in the avatar's world.
  Place world(JointIndex joint) const;
  Place above(JointIndex joint) const;  // of its parent, mRoot's where it has none
  // kNoJoint for those that hang on mRoot.
  JointIndex parent(JointIndex joint) const;

  // Local, metres.
  const Vec3& position(JointIndex joint) const { return joints_[at(joint)].position; }
  // Local, not inherited.
  const Vec3& scale(JointIndex joint) const { return joints_[at(joint)].scale; }
  // Local.
  const Quat& rotation(JointIndex joint) const { return joints_[at(joint)].rotation; }
  // Local; what hangs on the joint follows.
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
  float previous = 0.0f;       // seconds of play, at the update before
  double frame_seconds = 0.0;  // for what is smoothed
  // By joint: the priority bits with which newer clips at full weight hold rotations; and this clip's.
  std::span<const std::uint8_t> held;
  std::uint8_t own_bits = 0;
};

// Lets one constraint change the samples of its clip. states: by track. The joints get the rotations of the
// chain in passing.
void apply_constraint(const Clip& clip, const ClipConstraint& constraint, const ConstraintMoment& moment,
                      const ConstraintScene& scene, ConstrainedJoints& joints, std::span<TrackState> states,
                      ConstraintState& state);

}  // namespace mannequin
