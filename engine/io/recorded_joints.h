// Joint positions in a viewer's "appearance to XML" dump: ground truth for an evaluated avatar.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/skeleton/joint_offsets.h"

namespace mannequin::io {

// Local values of a bone, collision volume or attachment point, with six decimals; positions include the
// animation of that moment (for mPelvis always).
struct RecordedJoint {
  std::string name;
  Vec3 position{0.0};
  Vec3 scale{1.0};
};

// One avatar as in the dump.
struct RecordedJoints {
  std::vector<RecordedJoint> joints;  // of the first avatar, in file order; the last of repeated ones wins
  std::vector<WornOffsets> worn;      // the joint offsets in effect, by their mesh
};

// The rest of the file is for read_shape. Fails (cannot_read) if the file is not a dump; (bad_data) if it has
// no joints, like old dumps, or an element without a name, position or scale, or with an invalid
// id.
Result<RecordedJoints> read_recorded_joints(std::span<const std::byte> bytes, const std::string& source);

}  // namespace mannequin::io
