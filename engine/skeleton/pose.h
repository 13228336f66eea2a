// A pose: local rotations and positions that replace what shape and offsets left.
#pragma once

#include <optional>
#include <vector>

#include "engine/math/types.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// Empty vectors stand for "nothing replaced"; otherwise one entry per joint of the skeleton.
struct Pose {
  std::vector<std::optional<Quat>> rotations;  // replace the local rotation (unit, but for what clips hold)
  std::vector<std::optional<Vec3>> positions;  // replace the local position, even one set by a worn mesh
  Vec3 root_position{0.0};                     // of mRoot, in the world
  Quat root_rotation{1.0, 0.0, 0.0, 0.0};

  // `joint` must be one of the skeleton's; what was set before is replaced.
  void set_rotation(const Skeleton& skeleton, JointIndex joint, const Quat& rotation);
  void set_position(const Skeleton& skeleton, JointIndex joint, const Vec3& position);
  // No joint is replaced any more. mRoot stays where it is, and the vectors keep their memory.
  void clear_joints();
};

}  // namespace mannequin
