// From local values to the world: the joint hierarchy.
#pragma once

#include <span>
#include <vector>

#include "engine/skeleton/joint_offsets.h"
#include "engine/skeleton/pose.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// Local position and scale of every joint under the sliders. Made by evaluate_shape; rest_joints() for none.
struct JointShape {
  std::vector<Vec3> position;
  std::vector<Vec3> scale;
};

// The skeleton with no parameter applied. The second uses the memory that `out` has.
JointShape rest_joints(const Skeleton& skeleton);
void rest_joints(const Skeleton& skeleton, JointShape& out);

// One joint's local values: the shape's, or else those of worn meshes, or else the pose's. A number that is
// not finite becomes 0 (position) or 1 (scale), as in the viewer.
Vec3 local_position(const JointShape& shape, const JointOffsets& offsets, const Pose& pose, JointIndex joint);
Vec3 local_scale(const JointShape& shape, const JointOffsets& offsets, JointIndex joint);

// A joint after solving. "World" is the frame in which mRoot is placed by the pose (else at the origin).
struct JointTransform {
  Vec3 position{0.0};  // local, as are rotation and scale
  Quat rotation{1.0, 0.0, 0.0, 0.0};
  Vec3 scale{1.0};
  Vec3 world_position{0.0};
  Quat world_rotation{1.0, 0.0, 0.0, 0.0};

  // T(world position) R(world rotation) S(own scale): scale is not inherited.
  Mat4 world_from_joint() const;
};

// out: one entry per joint of the skeleton. Source: ALGORITHM 5.
void solve_pose(const Skeleton& skeleton, const JointShape& shape, const JointOffsets& offsets,
                const Pose& pose, std::span<JointTransform> out);

}  // namespace mannequin
