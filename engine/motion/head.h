// The head turns to the avatar's target, and stays level while chest and spine move. Source: the viewer's
// LLHeadRotMotion.
#pragma once

#include "engine/motion/motion_frame.h"

namespace mannequin {

// Local rotations of the three joints that look.
struct HeadTurn {
  Quat torso{1.0, 0.0, 0.0, 0.0};
  Quat neck{1.0, 0.0, 0.0, 0.0};  // and of mHead
};

// Has a history: it follows with a half-life of 0.15 s (head) and 0.27 s (torso). One thread at a time; the
// skeleton must outlive it. Joints missing from the skeleton count as mRoot.
class HeadMotion {
 public:
  // Looks straight ahead at first.
  explicit HeadMotion(const Skeleton& skeleton, MotionSteps steps = MotionSteps::even);

  // One frame. Without a target the head faces forward with mRoot; it never turns further than 72 degrees.
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
