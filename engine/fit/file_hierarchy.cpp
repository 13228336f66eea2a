#include "engine/fit/file_hierarchy.h"

namespace mannequin {

FileHierarchy::FileHierarchy(const Skeleton& skeleton, std::span<const FileJoint> joints)
    : skeleton_(skeleton) {
  std::vector<JointIndex> known;
  known.reserve(joints.size());
  for (const FileJoint& joint : joints) known.push_back(skeleton.find(joint.name));
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (known[i] == kNoJoint) continue;
    const auto [entry, is_first] = nodes_.try_emplace(known[i]);
    if (!is_first) continue;
    Node& node = entry->second;
    node.position = joints[i].position;
    std::size_t steps = 0;  // a file's joint hierarchy may be cyclic
    for (std::int32_t up = joints[i].parent; up >= 0 && steps < joints.size();
         up = joints[static_cast<std::size_t>(up)].parent, ++steps) {
      const auto index = static_cast<std::size_t>(up);
      if (known[index] != kNoJoint) {
        node.above = known[index];
        break;
      }
      if (joints[index].is_bone) node.between.push_back(joints[index].name);
    }
    if (node.above == kNoJoint) node.between.clear();  // any node may be above the pelvis
  }
}

JointIndex FileHierarchy::expected_parent(JointIndex joint) const {
  JointIndex up = skeleton_[joint].parent;
  while (up != kNoJoint && !nodes_.contains(up)) up = skeleton_[up].parent;
  return up;
}

std::optional<Vec3> FileHierarchy::displacement(JointIndex joint) const {
  const auto found = nodes_.find(joint);
  if (found == nodes_.end() || !found->second.position) return std::nullopt;
  const JointIndex above = found->second.above;
  if (above == kNoJoint || above != expected_parent(joint)) return std::nullopt;
  Vec3 displaced = *found->second.position;
  // The avatar's bones are not rotated at rest.
  for (JointIndex j = joint; j != above; j = skeleton_[j].parent) displaced -= skeleton_[j].default_position;
  return displaced;
}

}  // namespace mannequin
