#include "tools/document/attaching.h"

#include <limits>

namespace mannequin::document {

JointIndex attachment_point_at(const DressedAvatar& avatar, JointIndex joint, const Vec3& place) {
  const Skeleton& skeleton = avatar.character().skeleton;
  for (JointIndex at = joint; at != kNoJoint; at = skeleton[at].parent) {
    if (skeleton[at].kind == JointKind::attachment_point) return at;
    JointIndex nearest = kNoJoint;
    double least = std::numeric_limits<double>::infinity();
    for (JointIndex point = 0; point < static_cast<JointIndex>(skeleton.size()); ++point) {
      if (skeleton[point].kind != JointKind::attachment_point || skeleton[point].parent != at) continue;
      const double distance = glm::length(avatar.joint_in_world(point) - place);
      if (distance >= least) continue;
      least = distance;
      nearest = point;
    }
    if (nearest != kNoJoint) return nearest;
  }
  return kNoJoint;
}

}  // namespace mannequin::document
