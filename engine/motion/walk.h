// The viewer's adjustments to walking and flying: it slows down or speeds up walk clips until the feet do not
// slide, and leans a flying avatar into curves. Source: LLWalkAdjustMotion, LLFlyAdjustMotion.
#pragma once

#include <optional>

#include "engine/motion/motion_frame.h"

namespace mannequin {

// How an avatar moves through the world.
struct Movement {
  Vec3 velocity{0.0};          // metres per second, world space
  double turn_velocity = 0.0;  // about Z, radians per second
  double time_dilation = 1.0;  // of the region: 1 if it keeps up
};

// A feedback loop on how far the feet moved in the last frame, so it has a history and by nature depends on
// the frame rate. One thread at a time; the skeleton must outlive it.
class WalkAdjustment {
 public:
  // Needs the skeleton's mAnkleLeft and mAnkleRight; without them the speed stays 1.
  explicit WalkAdjustment(const Skeleton& skeleton);

  // One frame, while the avatar walks, runs or turns on the spot. Returns speed(). frame.joints: with the
  // avatar at its place in the world.
  double update(const MotionFrame& frame, const Movement& movement);
  // The playback speed of walk clips; negative while the avatar walks backwards.
  double speed() const { return speed_; }
  // Call it when the avatar stops walking: clips run at speed 1 again, and the adjustment starts over.
  void reset();

 private:
  JointIndex ankles_[2];
  std::optional<Vec3> feet_[2];
  double adjusted_ = 0.0, speed_ = 0.0;
};

// Seconds into a walk clip after another `seconds`; a clip that runs backwards restarts from its end.
double advance_walk(double into, double seconds, double speed, double duration);

// Has a history: it follows with a half-life of 0.1 s.
class FlightLean {
 public:
  // One frame in the air. Returns the rotation to add at mPelvis.
  Quat update(double seconds, const Movement& movement);

 private:
  double roll_ = 0.0;
};

}  // namespace mannequin
