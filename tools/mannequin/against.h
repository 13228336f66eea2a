// mannequin joints --against DUMP: our evaluation compared with a viewer's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/io/recorded_joints.h"

namespace mannequin::program {

// A joint whose local values differ by more than the dump's own rounding.
struct JointDifference {
  JointIndex joint = kNoJoint;
  Vec3 dump_position{0.0}, dump_scale{1.0};
  double position_mm = 0.0;  // distance
  // For a volume, whose scale is its size, half the difference in size; for a bone the displacement of a
  // point one metre away.
  double scale_mm = 0.0;
  bool animated = false;  // the position includes the animation of that moment, and does not count
  bool over(double limit_mm) const { return (!animated && position_mm > limit_mm) || scale_mm > limit_mm; }
};

struct Comparison {
  std::size_t compared = 0;
  std::vector<JointDifference> differences;  // in the skeleton's order
  std::vector<std::string> not_in_skeleton;  // in the dump, including HUD points
  std::vector<std::string> not_in_dump;
};

Comparison compare_joints(const Skeleton& skeleton, std::span<const JointTransform> joints,
                          std::span<const io::RecordedJoint> dump);

// Prints the differing joints; returns whether all are within the limit.
bool print_comparison(const Comparison& comparison, const std::string& dump, const Skeleton& skeleton,
                      std::span<const JointTransform> joints, double limit_mm, bool as_json);

}  // namespace mannequin::program
