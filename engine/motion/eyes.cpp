#include "engine/motion/eyes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/math/turns.h"
#include "engine/motion/joint_places.h"

namespace mannequin {
namespace {

constexpr double kEyeLimit = glm::radians(27.0);
constexpr double kAxisFromPupil = glm::radians(4.0);
constexpr double kNoJitterBelow = -0.05;  // radians: eyes that converge so much do not wander
constexpr double kLidSeconds = 0.015, kSecondLidDelay = 0.005, kClosedSeconds = 0.03;
constexpr double kLidsMove = kLidSeconds + kSecondLidDelay;
constexpr double kBlinkWithGlance = 0.9;

double between(SeededRandom& random, double from, double to) { return from + (to - from) * random.unit(); }

// Pitch and yaw of a rotation by the viewer's Euler angles, without its roll.
Quat without_roll(const Quat& q) {
  constexpr double kGimbal = 0.000436;
  const double sx = 2.0 * (q.x * q.w - q.y * q.z), sy = 2.0 * (q.y * q.w + q.x * q.z);
  const double a = q.w * q.w - q.y * q.y, b = q.x * q.x - q.z * q.z;
  const double cx = a - b, cy = std::sqrt(sx * sx + cx * cx);
  if (cy > kGimbal)
    return turn_about_axes(0.0, std::atan2(sy, cy), std::atan2(2.0 * (q.z * q.w - q.x * q.y), a + b));
  const double sign = sy > 0.0 ? 1.0 : -1.0;
  return turn_about_axes(0.0, sign * 0.5 * std::numbers::pi,
                         2.0 * std::atan2(q.z + sign * q.x, q.w + sign * q.y));
}

}  // namespace

EyeMotion::EyeMotion(const Skeleton& skeleton, MotionSteps steps, std::uint64_t seed)
    : steps_(steps),
      random_(seed),
      lid_random_(~seed),
      head_(skeleton.find("mHead")),
      pairs_{{{skeleton.find("mEyeLeft"), skeleton.find("mEyeRight"), {}},
              {skeleton.find("mFaceEyeAltLeft"), skeleton.find("mFaceEyeAltRight"), {}}}} {}

void EyeMotion::update(const MotionFrame& frame) {
  const double seconds = std::isfinite(frame.seconds) ? std::clamp(frame.seconds, 0.0, 60.0) : 0.0;
  wander(seconds);
  blink(seconds);
  now_ += seconds;
  for (Pair& pair : pairs_) look(pair, frame);
}

// Small jumps around where the eyes look, and glances away from it.
void EyeMotion::wander(double seconds) {
  const double now = now_ + seconds;
  const bool even = steps_ == MotionSteps::even;
  const auto random = [&](double from, double to) { return between(random_, from, to); };
  const auto jitter = [&] {
    jittered_at_ = even ? next_jitter_ : now;
    next_jitter_ = jittered_at_ + random(0.3, 2.5);
    jitter_yaw_ = random(-0.08, 0.08);
    jitter_pitch_ = random(-0.015, 0.015);
  };
  const auto glance = [&] {
    if (even) turn_lids_until(next_away_);
    // In the viewer the lids are closed by the end of such a frame.
    if (random_.unit() < kBlinkWithGlance) lids_at_ = std::min(lids_at_, even ? next_away_ : now - kLidsMove);
    const bool away = away_yaw_ == 0.0 && away_pitch_ == 0.0;
    away_yaw_ = away ? random(-0.15, 0.15) : 0.0;
    away_pitch_ = away ? random(-0.12, 0.12) : 0.0;
    // The viewer counts from the last jump.
    next_away_ = (even ? next_away_ : jittered_at_) + (away ? random(1.0, 5.0) : random(5.0, 15.0));
  };
  if (!even) {
    if (now > next_jitter_)
      jitter();
    else if (now > next_away_)
      glance();
    return;
  }
  while (std::min(next_jitter_, next_away_) < now) {
    if (next_jitter_ <= next_away_)
      jitter();
    else
      glance();
  }
}

void EyeMotion::turn_lids(double at) {
  closed_ = !closed_;
  lids_at_ = at + (closed_ ? kClosedSeconds : between(lid_random_, 0.5, 8.0));
}

void EyeMotion::turn_lids_until(double now) {
  while (now >= lids_at_ + kLidsMove) turn_lids(lids_at_ + kLidsMove);
}

// Both lids close one after the other, stay closed for a moment, and open again.
void EyeMotion::blink(double seconds) {
  const double now = now_ + seconds;
  if (steps_ == MotionSteps::even) turn_lids_until(now);
  const double since = now - lids_at_;
  const double left = std::clamp(since / kLidSeconds, 0.0, 1.0);
  const double right = std::clamp((since - kSecondLidDelay) / kLidSeconds, 0.0, 1.0);
  blink_[0].weight = static_cast<float>(closed_ ? 1.0 - left : left);
  blink_[1].weight = static_cast<float>(closed_ ? 1.0 - right : right);
  if (steps_ == MotionSteps::viewer && right == 1.0) turn_lids(now);
}

void EyeMotion::look(Pair& pair, const MotionFrame& frame) const {
  if (pair.left == kNoJoint || pair.right == kNoJoint) return;
  Quat aim(1.0, 0.0, 0.0, 0.0), inwards(1.0, 0.0, 0.0, 0.0);
  double vergence = kAxisFromPupil;
  const Vec3 way = frame.target ? *frame.target - world_position(frame, head_) : Vec3(0.0);
  const double distance = glm::length(way);
  if (distance > 0.0 && std::isfinite(distance)) {
    const Vec3 forward = way / distance, left = glm::cross(Vec3(0.0, 0.0, 1.0), forward);
    const Quat goal = turn_to_axes(forward, left, glm::cross(forward, left));
    aim = limited_turn(without_roll(glm::inverse(world_rotation(frame, head_)) * goal), kEyeLimit);
    const double apart = glm::distance(world_position(frame, pair.left), world_position(frame, pair.right));
    vergence -= std::atan2(0.5 * apart, distance);
    inwards = turn_about_axes(0.0, 0.0, vergence);
  }
  if (vergence > kNoJitterBelow)
    aim = aim * turn_about_axes(0.0, jitter_pitch_ + away_pitch_, jitter_yaw_ + away_yaw_);
  pair.turn.left = aim * inwards;
  pair.turn.right = aim * glm::inverse(inwards);
}

}  // namespace mannequin
