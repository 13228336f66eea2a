// Target positions of joints: {"joints": {"mElbowLeft": [x, y, z], ...}}, metres, in the frame of 'mannequin
// joints', whose own JSON is accepted, too.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::io {

// By joint of the skeleton. Names may be aliases. Fails (cannot_read) on text that is not JSON, (bad_data)
// without joints, on an unknown name (with the nearest known one), a joint named twice, and places that are
// not three numbers.
Result<std::map<JointIndex, Vec3>> read_joint_places(std::string_view text, const std::string& source,
                                                     const Skeleton& skeleton);

}  // namespace mannequin::io
