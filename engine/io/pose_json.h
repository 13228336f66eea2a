// A pose as a JSON object, in pose files and in documents. Private to engine/io.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/io/json_file.h"
#include "engine/skeleton/pose.h"

namespace mannequin::io {

// normalised: rotations are unit; as_they_are: their length is 1e-6 to 2, since the (x, y, z) of a clip's key
// may be longer than 1.
enum class PoseRotations { normalised, as_they_are };

// Reports faults through the object.
Pose read_pose_object(JsonObject& object, const Skeleton& skeleton, PoseRotations rotations);

nlohmann::ordered_json pose_object(const Pose& pose, const Skeleton& skeleton);

}  // namespace mannequin::io
