// How tall the avatar is, and where it stands.
#pragma once

#include <span>

#include "engine/skeleton/solve.h"

namespace mannequin {

struct BodySize {
  double depth = 0.45;  // constants of the viewer
  double width = 0.60;
  double height = 0.0;          // metres, the number the viewer shows
  double pelvis_to_foot = 0.0;  // metres
};

// Finds the ten joints of the formula once; a skeleton without them gives 0. Source: ALGORITHM 6.1.
class BodyMeasure {
 public:
  explicit BodyMeasure(const Skeleton& skeleton);

  // joints: as written by solve_pose. Uses local values, so offsets and position keys take part.
  BodySize operator()(std::span<const JointTransform> joints) const;

 private:
  JointIndex pelvis_, hip_, knee_, ankle_, foot_, torso_, chest_, neck_, head_, skull_;
  bool complete_;
};

}  // namespace mannequin
