// The input of the viewer's own motions in one frame.
#pragma once

#include <optional>
#include <span>

#include "engine/animation/sample.h"
#include "engine/skeleton/solve.h"

namespace mannequin {

// How motions that follow a target approach it.
enum class MotionSteps {
  even,    // equally far per second at any frame rate
  viewer,  // by the viewer's formulas, which depend slightly on the frame rate
};

// One frame. World space is that of `joints`.
struct MotionFrame {
  // From solve_pose for the previous frame; the viewer also uses the last frame it showed.
  std::span<const JointTransform> joints;
  Quat root_rotation{1.0, 0.0, 0.0, 0.0};  // of mRoot in this frame
  double seconds = 1.0 / 60.0;             // since the previous frame
  std::optional<Vec3> target;              // what the avatar looks or aims at; none: nothing
};

// Interpolates between two rotations along the shorter arc.
inline Quat approach(const Quat& from, const Quat& to, double share, MotionSteps steps) {
  return steps == MotionSteps::viewer ? blend_rotations(from, to, share) : glm::slerp(from, to, share);
}

}  // namespace mannequin
