// What the viewer adds to walking and flying: walk clips are slowed or hurried until the feet do not slide,
// and a flying avatar leans into curves. Source: HOST.md 3.7, 3.8.
#pragma once

#include <optional>

#include "engine/motion/motion_frame.h"

namespace mannequin {

// How an avatar moves through the world.
struct Movement {
  Vec3 velocity{0.0};          // metres a second, world space
  double turn_velocity = 0.0;  // about Z, radians a second
  double time_dilation = 1.0;  // of the region: 1 if it keeps up
};

// A feedback, from how far the feet came in the last frame, and so a history. One thread at a time; the
// skeleton must outlive it. Depends on the frame rate by its nature.
class WalkAdjustment {
 public:
  // Needs the skeleton's mAnkleLeft and mAnkleRight; without them the speed stays 1.
  explicit WalkAdjustment(const Skeleton& skeleton);

  // One frame, while the avatar walks, runs or turns on the spot. Returns speed(). frame.joints: with the
  // avatar where it is in the world.
  double update(const MotionFrame& frame, const Movement& movement);
  // By what time passes in the clips that walk; negative while it walks backwards.
  double speed() const { return speed_; }
  // The avatar stopped walking: clips run at speed 1 again, and the adjustment starts over.
  void reset();

 private:
  JointIndex ankles_[2];
  std::optional<Vec3> feet_[2];
  double adjusted_ = 0.0, speed_ = 0.0;
};

// Seconds into a walk clip after another `seconds`; one that runs backwards starts over from its end.
double advance_walk(double into, double seconds, double speed, double duration);

// Has a history: it follows with a half-life of 0.1 s.
class FlightLean {
 public:
  // Another frame in the air. Returns the rotation to be added at mPelvis.
  Quat update(double seconds, const Movement& movement);

 private:
  double roll_ = 0.0;
};

}  // namespace mannequin
