// The joint hierarchy: from local to world transforms.
#pragma once

#include <span>
#include <vector>

#include "engine/skeleton/joint_offsets.h"
#include "engine/skeleton/pose.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// Local position and scale of every joint from the sliders. From evaluate_shape, or rest_joints() without.
struct JointShape {
  std::vector<Vec3> position;
  std::vector<Vec3> scale;
};

// The skeleton without parameters. The second reuses the memory of `out`.
JointShape rest_joints(const Skeleton& skeleton);
void rest_joints(const Skeleton& skeleton, JointShape& out);

// q v q*; a rotation that is not unit also stretches v by the square of the rotation's length.
Vec3 turned(const Quat& q, const Vec3& v);

// One joint's local values: the pose's, else those of worn meshes, else the shape's. A non-finite number
// becomes 0 (position) or 1 (scale), as in the viewer.
Vec3 local_position(const JointShape& shape, const JointOffsets& offsets, const Pose& pose, JointIndex joint);
Vec3 local_scale(const JointShape& shape, const JointOffsets& offsets, JointIndex joint);

// A solved joint. "World" is the frame in which the pose places mRoot (by default at the origin).
struct JointTransform {
  Vec3 position{0.0};  // local, as are rotation and scale
  Quat rotation{1.0, 0.0, 0.0, 0.0};
  Vec3 scale{1.0};
  Vec3 world_position{0.0};
  Quat world_rotation{1.0, 0.0, 0.0, 0.0};

  // T(world position) R(world rotation) S(own scale): scale is not inherited. R is 1 - 2 (yy + zz), ... even
  // for a rotation that is not unit.
  Mat4 world_from_joint() const;
};

// out: one entry per joint of the skeleton. Rotations that are not unit (keys of a .anim may be longer than
// 1) are not normalised: q v q* places children, and so stretches them by the square of q's length.
// Source: ALGORITHM 5, oracle/anim/README.md 2.3.
void solve_pose(const Skeleton& skeleton, const JointShape& shape, const JointOffsets& offsets,
                const Pose& pose, std::span<JointTransform> out);

}  // namespace mannequin
