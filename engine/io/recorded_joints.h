// Where a viewer's "appearance to XML" says that each joint was: a truth to compare an evaluated avatar with.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/skeleton/joint_offsets.h"

namespace mannequin::io {

// Local values of a bone, collision volume or attachment point, with six decimals; the animation of that
// moment took part in the positions (of mPelvis always).
struct RecordedJoint {
  std::string name;
  Vec3 position{0.0};
  Vec3 scale{1.0};
};

// One avatar as the dump has it.
struct RecordedJoints {
  std::vector<RecordedJoint>
      joints;                     // of the first avatar, in file order; of one named twice the last counts
  std::vector<WornOffsets> worn;  // the joint offsets that were in force, by the mesh they came from
};

// The rest of the file is read_shape's. Fails (cannot_read) on a file that is no dump; (bad_data) on one
// without joints, as old dumps are, and on an element without a name, position or scale, or with an id that
// is none.
Result<RecordedJoints> read_recorded_joints(std::span<const std::byte> bytes, const std::string& source);

}  // namespace mannequin::io
