#include "engine/skeleton/pose.h"

#include <cmath>

namespace mannequin {

void Pose::set_rotation(const Skeleton& skeleton, JointIndex joint, const Quat& rotation) {
  rotations.resize(skeleton.size());
  rotations[static_cast<std::size_t>(joint)] = rotation;
}

void Pose::set_position(const Skeleton& skeleton, JointIndex joint, const Vec3& position) {
  positions.resize(skeleton.size());
  positions[static_cast<std::size_t>(joint)] = position;
}

void Pose::assign(const PoseArrays& arrays) {
  root_position = arrays.root_position;
  root_rotation = arrays.root_rotation;
  rotations.assign(arrays.rotations.size(), std::nullopt);
  for (std::size_t j = 0; j < rotations.size(); ++j)
    if (!std::isnan(arrays.rotations[j].w)) rotations[j] = arrays.rotations[j];
  positions.assign(arrays.positions.size(), std::nullopt);
  for (std::size_t j = 0; j < positions.size(); ++j)
    if (!std::isnan(arrays.positions[j].x)) positions[j] = arrays.positions[j];
}

void Pose::clear_joints() {
  rotations.clear();
  positions.clear();
}

}  // namespace mannequin
