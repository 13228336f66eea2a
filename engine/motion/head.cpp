#include "engine/motion/head.h"

#include "engine/math/ease.h"
#include "engine/math/turns.h"
#include "engine/motion/joint_places.h"

namespace mannequin {
namespace {

constexpr double kHeadHalfLife = 0.15, kTorsoHalfLife = 0.27;
constexpr double kHeadLimit = glm::radians(0.8 * 90.0), kTorsoShare = 0.35, kNeckShare = 0.5;
constexpr double kNearest = 0.3;   // metres: the head ignores nearer targets
constexpr double kSteep = 0.15;    // squared sine of the angle from straight up, below which...
constexpr double kLevelled = 0.4;  // ... so much of mRoot's forward axis is mixed in
constexpr Quat kNoTurn(1.0, 0.0, 0.0, 0.0);

// The rotation with which the face looks at the target.
Quat goal_of(const Quat& root, const Quat& pelvis, const Vec3& way) {
  const double distance = glm::length(way);
  if (!(distance >= kNearest)) return pelvis;
  Vec3 forward = way / distance;
  const Vec3 up = root * Vec3(0.0, 0.0, 1.0);
  Vec3 left = glm::cross(up, forward);
  if (glm::dot(left, left) < kSteep) {
    Vec3 level = root * Vec3(1.0, 0.0, 0.0);
    level.z = 0.0;
    const double length = glm::length(level);
    if (length > 0.0) level /= length;
    forward += kLevelled * (level - forward);
    left = glm::cross(up, forward);
  }
  return turn_to_axes(forward, left, glm::cross(forward, left));
}

}  // namespace

HeadMotion::HeadMotion(const Skeleton& skeleton, MotionSteps steps)
    : steps_(steps), pelvis_(skeleton.find("mPelvis")), head_(skeleton.find("mHead")) {
  const JointIndex neck = skeleton.find("mNeck");
  chest_ = neck == kNoJoint ? kNoJoint : skeleton[neck].parent;
}

const HeadTurn& HeadMotion::update(const MotionFrame& frame) {
  const Quat& root = frame.root_rotation;
  const Quat from_root = glm::inverse(root);
  Quat goal = root;
  if (frame.target)
    goal = goal_of(root, world_rotation(frame, pelvis_), *frame.target - world_position(frame, head_));
  const Quat turned = limited_turn(from_root * goal, kHeadLimit);
  turn_.torso = approach(turn_.torso, blend_rotations(kNoTurn, turned, kTorsoShare),
                         part_gone(frame.seconds, kTorsoHalfLife), steps_);
  followed_ = approach(followed_, turned, part_gone(frame.seconds, kHeadHalfLife), steps_);
  // Subtract the rotation that chest and spine already contribute.
  const Quat rest = glm::inverse(from_root * world_rotation(frame, chest_)) * followed_;
  turn_.neck = blend_rotations(kNoTurn, rest, kNeckShare);
  return turn_;
}

}  // namespace mannequin
