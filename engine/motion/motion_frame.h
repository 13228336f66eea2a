// What the viewer's own motions see of an avatar in a frame.
#pragma once

#include <optional>
#include <span>

#include "engine/animation/sample.h"
#include "engine/skeleton/solve.h"

namespace mannequin {

// How motions that follow something come nearer to it.
enum class MotionSteps {
  even,    // as far in a second, whatever the number of frames
  viewer,  // by the viewer's formulas, which depend on the frame rate a little
};

// One frame. World space is that of `joints`.
struct MotionFrame {
  // As solve_pose made them for the frame before; the viewer, too, sees what it showed last.
  std::span<const JointTransform> joints;
  Quat root_rotation{1.0, 0.0, 0.0, 0.0};  // of mRoot in this frame
  double seconds = 1.0 / 60.0;             // since the frame before
  std::optional<Vec3> target;              // what the avatar looks or aims at; none: nothing
};

// A part of the way between two rotations, by the shorter arc.
inline Quat approach(const Quat& from, const Quat& to, double share, MotionSteps steps) {
  return steps == MotionSteps::viewer ? blend_rotations(from, to, share) : glm::slerp(from, to, share);
}

}  // namespace mannequin
