// Rigid objects worn on attachment points: a sword in the hand, glasses on the nose.
#pragma once

#include <string>

#include "engine/core/result.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// The attachment point of the body with this name, which may be an alias. Fails (bad_argument) unless it is
// one. Any thread.
Result<JointIndex> find_attachment_point(const Skeleton& skeleton, const std::string& name);

// The skin of a rigid object that follows an attachment point: with the point's position and rotation, not
// its scale, as in-world. placed: the object in the point's frame, by its edited position and rotation.
// vertices: of its mesh. Fails as find_attachment_point(). Any thread.
Result<SkinDesc> attached_skin(const Skeleton& skeleton, const std::string& point, std::size_t vertices,
                               const Mat4& placed = Mat4(1.0));

}  // namespace mannequin
