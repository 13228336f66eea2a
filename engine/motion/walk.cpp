#include "engine/motion/walk.h"

#include <algorithm>
#include <cmath>

#include "engine/math/ease.h"
#include "engine/math/turns.h"
#include "engine/motion/joint_places.h"

namespace mannequin {
namespace {

constexpr double kWalkHalfLife = 0.1, kStopHalfLife = 0.2, kLeanHalfLife = 0.1;
constexpr double kStands = 0.1, kFastest = 8.0;  // metres per second
constexpr double kMostHurried = 1.5, kSpeedChange = 2.0;
constexpr double kTurnsMost = 4.0;  // radians per second

}  // namespace

WalkAdjustment::WalkAdjustment(const Skeleton& skeleton)
    : ankles_{skeleton.find("mAnkleLeft"), skeleton.find("mAnkleRight")} {
  reset();
}

void WalkAdjustment::reset() {
  feet_[0] = feet_[1] = std::nullopt;
  adjusted_ = 0.0;
  speed_ = ankles_[0] == kNoJoint || ankles_[1] == kNoJoint ? 1.0 : 0.0;
}

double WalkAdjustment::update(const MotionFrame& frame, const Movement& movement) {
  if (ankles_[0] == kNoJoint || ankles_[1] == kNoJoint) return speed_;
  const double seconds = std::clamp(frame.seconds, 0.001, 2.0);
  Vec3 moved[2];
  for (int foot = 0; foot < 2; ++foot) {
    Vec3 now = world_position(frame, ankles_[foot]);
    now.z = 0.0;
    moved[foot] = now - feet_[foot].value_or(now);
    feet_[foot] = now;
  }
  Vec3 velocity = movement.velocity * movement.time_dilation;
  velocity.z = 0.0;
  const double length = glm::length(velocity);
  if (!(length > kStands) || !std::isfinite(length)) {
    speed_ += part_gone(seconds, kStopHalfLife) * (1.0 - speed_);
    return speed_;
  }
  const Vec3 way = velocity / length;
  const double speed = std::min(length, kFastest);
  // The standing foot is the one that moves least with the avatar.
  const double slid = std::min(glm::dot(moved[0], way), glm::dot(moved[1], way));
  const double foot_speed = speed - slid / seconds;
  const double least = ramp(speed, 0.0, 1.0, 0.0, 0.1);
  const double wanted =
      std::clamp(foot_speed == 0.0 ? kMostHurried : speed / foot_speed, least, kMostHurried);
  adjusted_ += std::clamp(part_gone(seconds, kWalkHalfLife) * (wanted - adjusted_), -kSpeedChange * seconds,
                          kSpeedChange * seconds);
  speed_ = adjusted_ * (glm::inverse(frame.root_rotation) * way).x;
  return speed_;
}

double advance_walk(double into, double seconds, double speed, double duration) {
  const double next = into + seconds * speed;
  return next < 0.0 && duration > 0.0 ? duration + std::fmod(next, duration) : next;
}

Quat FlightLean::update(double seconds, const Movement& movement) {
  const double turn = std::clamp(movement.turn_velocity * movement.time_dilation, -kTurnsMost, kTurnsMost);
  const double goal = turn * ramp(glm::length(movement.velocity), 7.0, 15.0, 0.0, -0.6);
  if (std::isfinite(goal)) roll_ += part_gone(seconds, kLeanHalfLife) * (goal - roll_);
  // Forward in the flying pose is the pelvis' Z.
  return turn_about_axes(0.0, 0.0, roll_);
}

}  // namespace mannequin
