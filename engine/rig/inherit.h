// What a bone inherits from its parent when a rig is posed.
#pragma once

#include "engine/rig/rig.h"
#include "engine/skeleton/pose.h"

namespace mannequin {

// The pose that moves a skeleton made from the rig the way the rig moves: a bone
// without use_inherit_rotation keeps its direction however its parents turn, and
// turns only by its own rotation. inherit_scale has no effect on poses without
// scales, nor use_local_location on positions relative to the parent.
Pose inherited_pose(const Rig& rig, const Skeleton& skeleton, Pose pose);

}  // namespace mannequin
