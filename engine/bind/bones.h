// The bones that a mesh is bound to: segments from head to tail, selected among a skeleton's joints.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// Bind space, metres. A bone whose tail is its head is a point.
struct BindBone {
  std::string name;
  std::string parent;  // nearest ancestor among the bones; empty for none
  Vec3 head{0.0}, tail{0.0};
};

// The point of a bone that is nearest to `point`.
Vec3 nearest_on_bone(const Vec3& point, const BindBone& bone);

// Joint positions in bind space with nothing applied: the sums of their default positions, so that mPelvis is
// at z = 1.067. One per joint.
std::vector<Vec3> bind_places(const Skeleton& skeleton);

// Bones of these joints in bind space. The tail of a volume is rotated with the volume.
std::vector<BindBone> bind_bones(const Skeleton& skeleton, std::span<const JointIndex> joints);

// Joints by a comma-separated list of names, aliases and sets, in the skeleton's order:
//   base        bones of the classic avatar            extended     the other bones, without mGroin
//   face hands eyes tail wings hind spine groin        parts of these
//   volumes     collision volumes                      attachments  attachment points
//   all         every joint
// Fails (bad_argument) on a name that is neither, with the nearest one known.
Result<std::vector<JointIndex>> choose_joints(const Skeleton& skeleton, std::string_view list);

// mEyeLeft, mEyeRight and the eyes of the face rig.
bool is_eye(std::string_view joint_name);
bool is_eye(const Joint& joint);

}  // namespace mannequin
