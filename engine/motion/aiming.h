// The torso turns until the right hand points at what the avatar aims at. Source: HOST.md 3.9.
#pragma once

#include "engine/motion/motion_frame.h"

namespace mannequin {

// A feedback: it sees where the hand points with what it added in the frame before. One thread at a time; the
// skeleton must outlive it.
class AimMotion {
 public:
  // Adds nothing at first, nor where the skeleton has no mTorso or mWristRight.
  explicit AimMotion(const Skeleton& skeleton, MotionSteps steps = MotionSteps::even);

  // One frame; keeps what it has without a target. Returns the rotation to be added at mTorso; the torso
  // never turns further than 72 degrees. Allocates nothing.
  const Quat& update(const MotionFrame& frame);

 private:
  MotionSteps steps_;
  JointIndex torso_, wrist_, head_;
  Quat added_{1.0, 0.0, 0.0, 0.0};
};

}  // namespace mannequin
