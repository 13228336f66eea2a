// The head turns to what the avatar looks at, and keeps level while chest and spine move. Source: HOST.md
// 3.2.
#pragma once

#include "engine/motion/motion_frame.h"

namespace mannequin {

// Local rotations of the three joints that look.
struct HeadTurn {
  Quat torso{1.0, 0.0, 0.0, 0.0};
  Quat neck{1.0, 0.0, 0.0, 0.0};  // and of mHead
};

// Has a history: it follows with a half-life of 0.15 s (head) and 0.27 s (torso). One thread at a time; the
// skeleton must outlive it. Joints that the skeleton does not have are taken to stand with mRoot.
class HeadMotion {
 public:
  // Looks straight ahead at first.
  explicit HeadMotion(const Skeleton& skeleton, MotionSteps steps = MotionSteps::even);

  // One frame. Without a target the head faces where mRoot faces; it never turns further than 72 degrees.
  // Allocates nothing.
  const HeadTurn& update(const MotionFrame& frame);
  // Of the last frame.
  const HeadTurn& turn() const { return turn_; }

 private:
  MotionSteps steps_;
  JointIndex pelvis_, chest_, head_;
  Quat followed_{1.0, 0.0, 0.0, 0.0};
  HeadTurn turn_;
};

}  // namespace mannequin
