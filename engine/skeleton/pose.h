// A pose: local rotations and positions that override shape and offsets.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/math/types.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// A host's whole pose, by joint of the skeleton. Each array is either empty, and overrides nothing, or has
// one entry per joint; an entry whose w or x is NaN overrides nothing.
struct PoseArrays {
  std::span<const Quat> rotations;  // local, as Pose's
  std::span<const Vec3> positions;  // local, metres, as Pose's
  Vec3 root_position{0.0};          // of mRoot, in the world
  Quat root_rotation{1.0, 0.0, 0.0, 0.0};
};

// Empty vectors override nothing; otherwise they have one entry per joint of the skeleton.
struct Pose {
  std::vector<std::optional<Quat>> rotations;  // local rotation (unit; of clips, see solve_pose)
  std::vector<std::optional<Vec3>> positions;  // local position, overrides worn meshes too
  Vec3 root_position{0.0};                     // of mRoot, in the world
  Quat root_rotation{1.0, 0.0, 0.0, 0.0};

  // `joint` must be one of the skeleton's; replaces the previous value.
  void set_rotation(const Skeleton& skeleton, JointIndex joint, const Quat& rotation);
  void set_position(const Skeleton& skeleton, JointIndex joint, const Vec3& position);
  // Replaces the whole pose; allocates nothing the second time.
  void assign(const PoseArrays& arrays);
  // Removes all overrides. Keeps mRoot, and the memory of the vectors.
  void clear_joints();
};

}  // namespace mannequin
