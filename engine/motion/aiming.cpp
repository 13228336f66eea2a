#include "engine/motion/aiming.h"

#include <cmath>

#include "engine/math/ease.h"
#include "engine/math/turns.h"
#include "engine/motion/joint_places.h"

namespace mannequin {
namespace {

constexpr double kAimHalfLife = 0.25, kAimLimit = glm::radians(0.8 * 90.0);

// X along `forward`, Y level.
Quat level_turn(const Vec3& forward) {
  const Vec3 left = glm::normalize(glm::cross(Vec3(0.0, 0.0, 1.0), forward));
  return turn_to_axes(forward, left, glm::normalize(glm::cross(forward, left)));
}

// Straight up and down there is no level.
bool has_level_turn(const Vec3& forward) { return forward.x * forward.x + forward.y * forward.y > 1e-12; }

}  // namespace

AimMotion::AimMotion(const Skeleton& skeleton, MotionSteps steps)
    : steps_(steps),
      torso_(skeleton.find("mTorso")),
      wrist_(skeleton.find("mWristRight")),
      head_(skeleton.find("mHead")) {}

const Quat& AimMotion::update(const MotionFrame& frame) {
  if (!frame.target || torso_ == kNoJoint || wrist_ == kNoJoint) return added_;
  const Vec3 way = *frame.target - world_position(frame, head_);
  const Vec3 hand = world_rotation(frame, wrist_) * Vec3(0.0, -1.0, 0.0);
  const double distance = glm::length(way);
  if (!(distance > 0.0) || !has_level_turn(way / distance) || !has_level_turn(hand)) return added_;
  const Quat torso = world_rotation(frame, torso_);
  const Quat ideal =
      glm::inverse(torso) * level_turn(way / distance) * glm::inverse(level_turn(hand)) * torso;
  const Quat next = approach(added_, ideal, part_gone(frame.seconds, kAimHalfLife), steps_);
  const Quat present = frame.joints[static_cast<std::size_t>(torso_)].rotation;
  added_ = glm::inverse(present) * limited_turn(present * next, kAimLimit);
  return added_;
}

}  // namespace mannequin
