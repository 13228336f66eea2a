// Rigid objects worn on attachment points: a sword in the hand, glasses on the nose.
#pragma once

#include <string>

#include "engine/core/result.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// The binding of an object that follows an attachment point as a whole: with its position and rotation, not
// its scale, as in-world. placed: the object in the point's frame, as an edited position and rotation put it.
// vertices: of its mesh. The name may be an alias; fails (bad_argument) on anything but an attachment point
// of the body. Any thread.
Result<SkinDesc> attached_skin(const Skeleton& skeleton, const std::string& point, std::size_t vertices,
                               const Mat4& placed = Mat4(1.0));

}  // namespace mannequin
