// Bones of a rig that is not the avatar's, as segments: JSON [{"name": "upper", "parent": null, "head": [x,
// y, z], "tail": [x, y, z]}, ...], in bind space, metres.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/bones.h"
#include "engine/core/result.h"

namespace mannequin::io {

inline constexpr std::size_t kMaxBones = 4096;

// Parents may appear anywhere in the list. Fails (cannot_read, bad_data) with the line or the JSON path on: a
// bone without name, head or tail, a repeated name, an unknown parent, more bones than kMaxBones, no bones.
Result<std::vector<BindBone>> read_bones(std::string_view text, const std::string& source);

}  // namespace mannequin::io
