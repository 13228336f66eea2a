// Turns the torso until the right hand points at the avatar's target. Source: LLTargetingMotion.
#pragma once

#include "engine/motion/motion_frame.h"

namespace mannequin {

// A feedback loop: it sees where the hand points after the rotation it added in the previous frame. One
// thread at a time; the skeleton must outlive it.
class AimMotion {
 public:
  // Adds nothing at first, or if the skeleton lacks mTorso or mWristRight.
  explicit AimMotion(const Skeleton& skeleton, MotionSteps steps = MotionSteps::even);

  // One frame; without a target, keeps its rotation. Returns the rotation to add at mTorso; the torso never
  // turns further than 72 degrees. Allocates nothing.
  const Quat& update(const MotionFrame& frame);

 private:
  MotionSteps steps_;
  JointIndex torso_, wrist_, head_;
  Quat added_{1.0, 0.0, 0.0, 0.0};
};

}  // namespace mannequin
