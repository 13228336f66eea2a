// The avatar's height, and the height of its root above the ground.
#pragma once

#include <array>
#include <numbers>
#include <span>

#include "engine/skeleton/solve.h"

namespace mannequin {

// The size of an avatar by the viewer's formulas.
struct BodySize {
  double depth = 0.45;  // constants of the viewer
  double width = 0.60;
  double height = 0.0;          // metres, as the viewer shows it
  double pelvis_to_foot = 0.0;  // metres
};

// Looks up the ten joints of the formula once; without them the result is 0. Source: ALGORITHM 6.1.
class BodyMeasure {
 public:
  // Keeps no reference to the skeleton.
  explicit BodyMeasure(const Skeleton& skeleton);

  // joints: as written by solve_pose. Uses local values, so offsets and position keys count.
  BodySize operator()(std::span<const JointTransform> joints) const;

  // The same for joints stored differently: z(joint) and scale_z(joint) return their local values.
  template <typename Z, typename ScaleZ>
  BodySize measure(Z&& z, ScaleZ&& scale_z) const;

  // The joints that the formula reads; kNoJoint if missing from the skeleton.
  std::array<JointIndex, 10> joints() const {
    return {pelvis_, hip_, knee_, ankle_, foot_, torso_, chest_, neck_, head_, skull_};
  }

 private:
  JointIndex pelvis_, hip_, knee_, ankle_, foot_, torso_, chest_, neck_, head_, skull_;
  bool complete_;
};

template <typename Z, typename ScaleZ>
BodySize BodyMeasure::measure(Z&& z, ScaleZ&& scale_z) const {
  BodySize size;
  if (!complete_) return size;
  // Signs as in the viewer: all four positions are negative in the data, only the hip's is added.
  size.pelvis_to_foot = z(hip_) * scale_z(pelvis_) - z(knee_) * scale_z(hip_) - z(ankle_) * scale_z(knee_) -
                        z(foot_) * scale_z(ankle_);
  size.height = size.pelvis_to_foot + std::numbers::sqrt2 * z(skull_) * scale_z(head_) +
                z(head_) * scale_z(neck_) + z(neck_) * scale_z(chest_) + z(chest_) * scale_z(torso_) +
                z(torso_) * scale_z(pelvis_);
  return size;
}

}  // namespace mannequin
