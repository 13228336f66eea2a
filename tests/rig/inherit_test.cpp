#include "engine/rig/inherit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/rig/rigged_mesh.h"
#include "engine/skeleton/solve.h"
#include "tests/rig/small_rig.h"

namespace mannequin {
namespace {

using test::bone;
using test::end_at;

// A spine upwards, an arm to its side and a hand on it.
Rig arm_rig(bool inherits) {
  std::vector<BoneDesc> bones = {bone("spine", "", end_at({0, 0, 0}), end_at({0, 0, 1})),
                                 bone("arm", "spine", end_at({0, 0, 1}), end_at({1, 0, 1})),
                                 bone("hand", "arm", end_at({1, 0, 1}), end_at({2, 0, 1}))};
  bones[1].use_inherit_rotation = inherits;
  return test::rig_of(std::move(bones));
}

// World rotation of a joint, relative to its rest, with the spine turned a quarter about its own axis.
double turned_degrees(bool inherits, const char* joint) {
  const Rig rig = arm_rig(inherits);
  const RigFit fit = fit_rig(rig, test::small_base_mesh()).value();
  const Skeleton skeleton = Skeleton::build(make_skeleton_desc(rig, fit)).value();
  const JointIndex spine = skeleton.find("spine"), wanted = skeleton.find(joint);
  std::vector<JointTransform> rest(skeleton.size()), posed(skeleton.size());
  solve_pose(skeleton, rest_joints(skeleton), {}, {}, rest);
  Pose pose;
  pose.set_rotation(skeleton, spine,
                    skeleton[spine].rest_rotation * glm::angleAxis(glm::radians(90.0), Vec3(0, 1, 0)));
  solve_pose(skeleton, rest_joints(skeleton), {}, inherited_pose(rig, skeleton, std::move(pose)), posed);
  const auto index = static_cast<std::size_t>(wanted);
  const Quat turn = posed[index].world_rotation * glm::inverse(rest[index].world_rotation);
  return glm::degrees(2.0 * std::acos(std::min(std::abs(turn.w), 1.0)));
}

TEST(InheritedPose, BonesTurnWithTheirParents) {
  EXPECT_NEAR(turned_degrees(true, "spine"), 90.0, 1e-9);
  EXPECT_NEAR(turned_degrees(true, "arm"), 90.0, 1e-9);
  EXPECT_NEAR(turned_degrees(true, "hand"), 90.0, 1e-9);
}

TEST(InheritedPose, WithoutInheritedRotationTheyKeepTheirDirectionAndSoDoTheirChildren) {
  EXPECT_NEAR(turned_degrees(false, "spine"), 90.0, 1e-9);
  EXPECT_NEAR(turned_degrees(false, "arm"), 0.0, 1e-6);
  EXPECT_NEAR(turned_degrees(false, "hand"), 0.0, 1e-6);
}

TEST(InheritedPose, ConnectedBonesBeginWhereTheirParentsEnd) {
  std::vector<BoneDesc> bones = {bone("spine", "", end_at({0, 0, 0}), end_at({0, 0, 1})),
                                 bone("arm", "spine", end_at({0, 0, 3}), end_at({1, 0, 1}))};
  const RigFit apart = fit_rig(test::rig_of(bones), test::small_base_mesh()).value();
  EXPECT_EQ(apart.bones[1].head, Vec3(0, 0, 3));
  bones[1].use_connect = true;
  const RigFit connected = fit_rig(test::rig_of(bones), test::small_base_mesh()).value();
  EXPECT_EQ(connected.bones[1].head, Vec3(0, 0, 1));
  EXPECT_EQ(Vec3(connected.bones[1].world_from_bone[3]), Vec3(0, 0, 1));
}

}  // namespace
}  // namespace mannequin
