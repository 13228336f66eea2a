// Left and right among the names of joints.
#pragma once

#include <string>
#include <string_view>

#include "engine/skeleton/skeleton.h"

namespace mannequin {

enum class BodySide { middle, left, right };

// Of "mElbowLeft", "L_HAND", "LEFT_PEC", "L Forearm": left.
BodySide side_of(std::string_view name);

// The name of the joint on the other side: "mElbowLeft" for "mElbowRight", "L_HAND" for "R_HAND"; the name
// itself if it has no side.
std::string mirrored_name(std::string_view name);

// The joint of that name; kNoJoint for one in the middle.
JointIndex mirrored_joint(const Skeleton& skeleton, JointIndex joint);

}  // namespace mannequin
