// Poses as JSON: local rotations and positions by joint name, and the transform of mRoot.
// {"rotations": {"mElbowLeft": [x,y,z,w]}, "positions": {"mPelvis": [x,y,z]}, "root": {"position": [..],
// "rotation": [..]}}
#pragma once

#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/skeleton/pose.h"

namespace mannequin::io {

// Names may be aliases; an unknown one is an error that suggests the closest known name.
Result<Pose> read_pose(std::string_view text, const std::string& source, const Skeleton& skeleton);

// Writes the format of read_pose, every number bit for bit, except that reading normalises rotations.
std::string write_pose(const Pose& pose, const Skeleton& skeleton);

}  // namespace mannequin::io
