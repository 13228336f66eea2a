// What a bone inherits from its parent when a rig is posed.
#pragma once

#include "engine/rig/rig.h"
#include "engine/skeleton/pose.h"

namespace mannequin {

// The pose by which a skeleton made of the rig moves as the rig does: a bone without use_inherit_rotation
// keeps its direction however its parents turn, and only its own rotation turns it. inherit_scale says
// nothing where poses have no scales, nor use_local_location where positions are relative to the parent
// anyway.
Pose inherited_pose(const Rig& rig, const Skeleton& skeleton, Pose pose);

}  // namespace mannequin
