// Joints of a MotionFrame by index, even if the skeleton lacks them.
#pragma once

#include "engine/motion/motion_frame.h"

namespace mannequin {

// mRoot's if there is no such joint.
inline Quat world_rotation(const MotionFrame& frame, JointIndex joint) {
  return joint == kNoJoint ? frame.root_rotation
                           : frame.joints[static_cast<std::size_t>(joint)].world_rotation;
}
// The world's origin if there is no such joint.
inline Vec3 world_position(const MotionFrame& frame, JointIndex joint) {
  return joint == kNoJoint ? Vec3(0.0) : frame.joints[static_cast<std::size_t>(joint)].world_position;
}

}  // namespace mannequin
