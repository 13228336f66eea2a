// Joint offsets of worn meshes as JSON, without the meshes:
// [{"id": UUID, "lock_scale_if_joint_position": false, "pelvis_offset": 0, "joints": [["mElbowLeft", x, y,
// z]]}]
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/skeleton/joint_offsets.h"

namespace mannequin::io {

// Only "id" and "joints" are required. Joint names are not checked; unknown ones have no effect.
Result<std::vector<WornOffsets>> read_offsets(std::string_view text, const std::string& source);

}  // namespace mannequin::io
