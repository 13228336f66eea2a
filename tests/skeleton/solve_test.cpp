#include "engine/skeleton/solve.h"

#include <gtest/gtest.h>

#include <limits>

namespace mannequin {
namespace {

// mPelvis - mArm - mHand along Y, one metre apart.
Skeleton arm() {
  SkeletonDesc desc{"test", {}};
  const char* parent = "";
  for (const char* name : {"mPelvis", "mArm", "mHand"}) {
    JointDesc joint;
    joint.name = name;
    joint.parent = parent;
    joint.position = Vec3(0, 1, 0);
    desc.joints.push_back(joint);
    parent = name;
  }
  return Skeleton::build(std::move(desc)).value();
}

std::vector<JointTransform> solve(const Skeleton& skeleton, const JointShape& shape, const Pose& pose = {},
                                  const JointOffsets& offsets = {}) {
  std::vector<JointTransform> joints(skeleton.size());
  solve_pose(skeleton, shape, offsets, pose, joints);
  return joints;
}

TEST(Solve, ScaleStretchesTheChildrensOffsetsAndGoesNoFurther) {
  const Skeleton skeleton = arm();
  JointShape shape = rest_joints(skeleton);
  shape.scale[0] = Vec3(1, 3, 1);
  const auto joints = solve(skeleton, shape);
  EXPECT_EQ(joints[1].world_position, Vec3(0, 3, 0));
  EXPECT_EQ(joints[2].world_position, Vec3(0, 4, 0));  // not 6: the grandchild knows nothing of it
  EXPECT_EQ(joints[1].world_from_joint()[1], Vec4(0, 1, 0, 0));
}

TEST(Solve, ScalesInTheParentsOwnAxesBeforeItsRotation) {
  const Skeleton skeleton = arm();
  JointShape shape = rest_joints(skeleton);
  shape.scale[0] = Vec3(1, 2, 1);
  Pose pose;
  pose.set_rotation(skeleton, 0, glm::angleAxis(glm::radians(90.0), Vec3(0, 0, 1)));
  EXPECT_NEAR(glm::length(solve(skeleton, shape, pose)[1].world_position - Vec3(-2, 0, 0)), 0.0, 1e-12);
}

TEST(Solve, RootPlacesAndTurnsEverything) {
  const Skeleton skeleton = arm();
  Pose pose;
  pose.root_position = Vec3(10, 0, 0);
  pose.root_rotation = glm::angleAxis(glm::radians(180.0), Vec3(0, 0, 1));
  EXPECT_NEAR(glm::length(solve(skeleton, rest_joints(skeleton), pose)[2].world_position - Vec3(10, -2, 0)),
              0.0, 1e-12);
}

TEST(Solve, PoseWinsOverOffsetsAndOffsetsOverTheShape) {
  const Skeleton skeleton = arm();
  JointOffsets offsets;
  offsets.position.resize(skeleton.size());
  offsets.scale.resize(skeleton.size());
  offsets.position[1] = JointOffset{Vec3(0, 5, 0), {}};
  offsets.scale[1] = JointOffset{Vec3(2.0), {}};
  const auto by_offset = solve(skeleton, rest_joints(skeleton), {}, offsets);
  EXPECT_EQ(by_offset[1].position, Vec3(0, 5, 0));
  EXPECT_EQ(by_offset[2].world_position, Vec3(0, 7, 0));  // a locked scale stretches like any other
  Pose pose;
  pose.set_position(skeleton, 1, Vec3(0, 8, 0));
  EXPECT_EQ(solve(skeleton, rest_joints(skeleton), pose, offsets)[1].position, Vec3(0, 8, 0));
}

TEST(Solve, ReplacesNumbersThatAreNotFinite) {
  const Skeleton skeleton = arm();
  JointShape shape = rest_joints(skeleton);
  shape.position[1].x = std::numeric_limits<double>::quiet_NaN();
  shape.scale[1].z = std::numeric_limits<double>::infinity();
  const auto joints = solve(skeleton, shape);
  EXPECT_EQ(joints[1].position, Vec3(0.0));
  EXPECT_EQ(joints[1].scale, Vec3(1.0));
}

}  // namespace
}  // namespace mannequin
