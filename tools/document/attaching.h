// Where an object that is dropped on the avatar hangs.
#pragma once

#include "tools/document/dressed_avatar.h"

namespace mannequin::document {

// Of the attachment points of this joint (or, of a collision volume, of its bone) the one nearest to `place`,
// in the world, as the avatar stands now; where a joint has none, those of the next joint towards the root.
// kNoJoint: there is none, or no joint.
JointIndex attachment_point_at(const DressedAvatar& avatar, JointIndex joint, const Vec3& place);

}  // namespace mannequin::document
