#include "engine/skeleton/solve.h"

#include <cassert>
#include <cmath>

#include "engine/math/finite.h"
#include "engine/skeleton/solve_world.h"

namespace mannequin {
Vec3 turned(const Quat& q, const Vec3& v) {
  const Vec3 axis(q.x, q.y, q.z);
  return (q.w * q.w - glm::dot(axis, axis)) * v + 2.0 * glm::dot(axis, v) * axis +
         2.0 * q.w * glm::cross(axis, v);
}

JointShape rest_joints(const Skeleton& skeleton) {
  JointShape shape;
  rest_joints(skeleton, shape);
  return shape;
}

void rest_joints(const Skeleton& skeleton, JointShape& out) {
  const std::span<const Joint> joints = skeleton.joints();
  out.position.resize(joints.size());
  out.scale.resize(joints.size());
  for (std::size_t j = 0; j < joints.size(); ++j) {
    out.position[j] = joints[j].rest_position;
    out.scale[j] = joints[j].rest_scale;
  }
}

Vec3 local_position(const JointShape& shape, const JointOffsets& offsets, const Pose& pose,
                    JointIndex joint) {
  const auto j = static_cast<std::size_t>(joint);
  Vec3 position = shape.position[j];
  if (!offsets.position.empty() && offsets.position[j]) position = offsets.position[j]->value;
  if (!pose.positions.empty() && pose.positions[j]) position = *pose.positions[j];
  return is_finite(position) ? position : Vec3(0.0);
}

Vec3 local_scale(const JointShape& shape, const JointOffsets& offsets, JointIndex joint) {
  const auto j = static_cast<std::size_t>(joint);
  Vec3 scale = shape.scale[j];
  if (!offsets.scale.empty() && offsets.scale[j]) scale = offsets.scale[j]->value;
  return is_finite(scale) ? scale : Vec3(1.0);
}

Mat4 JointTransform::world_from_joint() const {
  const Mat3 rotation_matrix = glm::mat3_cast(world_rotation);
  return Mat4(Vec4(rotation_matrix[0] * scale.x, 0.0), Vec4(rotation_matrix[1] * scale.y, 0.0),
              Vec4(rotation_matrix[2] * scale.z, 0.0), Vec4(world_position, 1.0));
}

void solve_pose(const Skeleton& skeleton, const JointShape& shape, const JointOffsets& offsets,
                const Pose& pose, std::span<JointTransform> out) {
  assert(out.size() == skeleton.size() && shape.position.size() == skeleton.size());
  const std::span<const Joint> joints = skeleton.joints();
  for (std::size_t j = 0; j < joints.size(); ++j) {
    JointTransform& result = out[j];
    result.position = local_position(shape, offsets, pose, static_cast<JointIndex>(j));
    result.scale = local_scale(shape, offsets, static_cast<JointIndex>(j));
    result.rotation =
        !pose.rotations.empty() && pose.rotations[j] ? *pose.rotations[j] : joints[j].rest_rotation;
  }
  solve_world(skeleton, pose.root_position, pose.root_rotation, out);
}

void solve_world(const Skeleton& skeleton, const Vec3& root_position, const Quat& root_rotation,
                 std::span<JointTransform> joints) {
  const std::span<const Joint> definitions = skeleton.joints();
  assert(joints.size() == definitions.size());
  for (std::size_t j = 0; j < definitions.size(); ++j) {
    const JointIndex above = definitions[j].parent;
    JointTransform& result = joints[j];
    if (above == kNoJoint) {
      // mRoot is treated as a parent with scale 1.
      result.world_rotation = root_rotation * result.rotation;
      result.world_position = root_position + turned(root_rotation, result.position);
    } else {
      // The parent's own scale stretches the offset of its direct children and nothing else.
      const JointTransform& parent = joints[static_cast<std::size_t>(above)];
      result.world_rotation = parent.world_rotation * result.rotation;
      result.world_position =
          parent.world_position + turned(parent.world_rotation, parent.scale * result.position);
    }
  }
}

}  // namespace mannequin
