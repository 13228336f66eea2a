#include "engine/avatar/render_joints.h"

#include <fmt/format.h>

namespace mannequin {
namespace {

JointIndex base_ancestor(const Skeleton& skeleton, JointIndex joint) {
  do joint = skeleton[joint].parent;
  while (joint != kNoJoint && skeleton[joint].support != JointSupport::base);
  return joint;
}

// The inverse of the joint's position in mesh space.
Vec3 pivot_of(const Skeleton& skeleton, JointIndex joint) {
  Vec3 sum(0.0);
  for (; joint != kNoJoint; joint = base_ancestor(skeleton, joint)) sum += skeleton[joint].pivot;
  return -sum;
}

}  // namespace

Result<std::vector<RenderJoint>> render_joints(const Skeleton& skeleton, std::span<const std::string> names,
                                               const std::string& source) {
  std::vector<bool> named(skeleton.size());
  for (const std::string& name : names) {
    const JointIndex joint = skeleton.find(name);
    if (joint == kNoJoint || skeleton[joint].kind != JointKind::bone)
      return fail(
          ErrorCode::bad_data, source,
          fmt::format(
              "names the joint '{}', which is not a bone of the skeleton; use files of the same viewer",
              name));
    named[static_cast<std::size_t>(joint)] = true;
  }
  std::vector<RenderJoint> list;
  // Bones are already depth first in the skeleton.
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    if (!named[j]) continue;
    const auto joint = static_cast<JointIndex>(j);
    const JointIndex ancestor = base_ancestor(skeleton, joint);
    if (list.empty() || list.back().joint != ancestor)
      list.push_back({ancestor, pivot_of(skeleton, ancestor), false});
    list.push_back({joint, pivot_of(skeleton, joint), true});
  }
  return list;
}

}  // namespace mannequin
