#include "engine/skeleton/pose.h"

namespace mannequin {

void Pose::set_rotation(const Skeleton& skeleton, JointIndex joint, const Quat& rotation) {
  rotations.resize(skeleton.size());
  rotations[static_cast<std::size_t>(joint)] = rotation;
}

void Pose::set_position(const Skeleton& skeleton, JointIndex joint, const Vec3& position) {
  positions.resize(skeleton.size());
  positions[static_cast<std::size_t>(joint)] = position;
}

void Pose::clear_joints() {
  rotations.clear();
  positions.clear();
}

}  // namespace mannequin
