// The second half of solve_pose().
#pragma once

#include <span>

#include "engine/skeleton/solve.h"

namespace mannequin {

// World positions and rotations from the local values, which are already in `joints`.
void solve_world(const Skeleton& skeleton, const Vec3& root_position, const Quat& root_rotation,
                 std::span<JointTransform> joints);

}  // namespace mannequin
