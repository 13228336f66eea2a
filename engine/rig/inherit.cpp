#include "engine/rig/inherit.h"

#include <vector>

namespace mannequin {

Pose inherited_pose(const Rig& rig, const Skeleton& skeleton, Pose pose) {
  const std::size_t count = skeleton.size();
  std::vector<Quat> rest(count, Quat(1.0, 0.0, 0.0, 0.0)), posed = rest;
  for (std::size_t i = 0; i < count; ++i) {
    const auto index = static_cast<JointIndex>(i);
    const Joint& joint = skeleton[index];
    const bool has_parent = joint.parent != kNoJoint;
    const Quat none(1.0, 0.0, 0.0, 0.0);
    const Quat parent_rest = has_parent ? rest[static_cast<std::size_t>(joint.parent)] : none;
    const Quat parent_posed = has_parent ? posed[static_cast<std::size_t>(joint.parent)] : none;
    Quat local = i < pose.rotations.size() && pose.rotations[i] ? *pose.rotations[i] : joint.rest_rotation;
    const BoneIndex bone = rig.find(joint.name);
    if (has_parent && bone != kNoBone && !rig[bone].use_inherit_rotation) {
      local = glm::normalize(glm::inverse(parent_posed) * parent_rest * local);
      pose.set_rotation(skeleton, index, local);
    }
    rest[i] = parent_rest * joint.rest_rotation;
    posed[i] = parent_posed * local;
  }
  return pose;
}

}  // namespace mannequin
