#include "engine/skeleton/joint_offsets.h"

#include <gtest/gtest.h>

namespace mannequin {
namespace {

Skeleton one_arm() {
  SkeletonDesc desc{"test", {}};
  JointDesc pelvis;
  pelvis.name = "mPelvis";
  pelvis.aliases = {"hip"};
  pelvis.position = Vec3(0, 0, 1.067);
  JointDesc hand;
  hand.name = "Left Hand";
  hand.parent = "mPelvis";
  hand.kind = JointKind::attachment_point;
  hand.position = Vec3(0, 0.08, 0);
  JointDesc arm = pelvis;
  arm.name = "mArm";
  arm.aliases = {};
  arm.parent = "mPelvis";
  arm.position = Vec3(0, 0.25, 0);
  arm.scale = Vec3(1.0, 2.0, 1.0);
  desc.joints = {pelvis, arm, hand};
  return Skeleton::build(std::move(desc)).value();
}

WornOffsets mesh(const char* digit, std::vector<WornOffsets::Position> joints, bool lock = false) {
  WornOffsets worn;
  worn.mesh_id = Uuid::parse(std::string(digit) + "0000000-0000-0000-0000-000000000000").value();
  worn.lock_scale = lock;
  worn.joints = std::move(joints);
  return worn;
}

JointOffsets resolve(const Skeleton& skeleton, std::vector<WornOffsets> worn) {
  return resolve_offsets(skeleton, worn);
}

TEST(JointOffsets, CountFromATenthOfAMillimetreStrictly) {
  const Skeleton skeleton = one_arm();
  const Joint& arm = skeleton[skeleton.find("mArm")];
  EXPECT_FALSE(is_joint_offset(arm, Vec3(0, 0.25, 0)));
  EXPECT_FALSE(is_joint_offset(arm, Vec3(0, 0.25009, 0)));
  EXPECT_TRUE(is_joint_offset(arm, Vec3(0, 0.25011, 0)));
  EXPECT_TRUE(is_joint_offset(arm, Vec3(0.00008, 0.25008, 0)));  // the length counts, not each axis
}

TEST(JointOffsets, ComparePelvisWithItsDefaultAlthoughItRestsAtTheRoot) {
  const Skeleton skeleton = one_arm();
  const auto at_default = resolve(skeleton, {mesh("1", {{"mPelvis", Vec3(0, 0, 1.067)}})});
  EXPECT_FALSE(at_default.any());
  const auto higher = resolve(skeleton, {mesh("1", {{"hip", Vec3(0, 0, 1.2)}})});
  EXPECT_EQ(higher.position[0]->value, Vec3(0, 0, 1.2));
}

TEST(JointOffsets, TheGreatestIdWinsWhateverTheOrder) {
  const Skeleton skeleton = one_arm();
  const auto small = mesh("1", {{"mArm", Vec3(1, 0, 0)}}), great = mesh("f", {{"mArm", Vec3(2, 0, 0)}});
  for (const auto& worn : {std::vector{small, great}, std::vector{great, small}})
    EXPECT_EQ(resolve_offsets(skeleton, worn).position[1]->value, Vec3(2, 0, 0));
}

TEST(JointOffsets, PositionAndScaleAreWonSeparately) {
  const Skeleton skeleton = one_arm();
  const auto offsets =
      resolve(skeleton, {mesh("1", {{"mArm", Vec3(1, 0, 0)}}, true), mesh("2", {{"mArm", Vec3(2, 0, 0)}})});
  EXPECT_EQ(offsets.position[1]->value, Vec3(2, 0, 0));
  ASSERT_TRUE(offsets.scale[1]);
  EXPECT_EQ(offsets.scale[1]->value, Vec3(1, 2, 1));
}

TEST(JointOffsets, LockOnlyWhatTheyMoveAndCollapseAttachmentPoints) {
  const Skeleton skeleton = one_arm();
  const auto offsets =
      resolve(skeleton, {mesh("1", {{"mArm", Vec3(0, 0.25, 0)}, {"Left_Hand", Vec3(0, 0.1, 0)}}, true)});
  EXPECT_FALSE(offsets.scale[1]);
  ASSERT_TRUE(offsets.scale[2]);
  EXPECT_EQ(offsets.scale[2]->value, Vec3(0.0));
}

TEST(JointOffsets, ALaterEntryOfOneMeshOverwritesAnEarlierAndUnknownNamesAreSkipped) {
  const Skeleton skeleton = one_arm();
  const auto offsets = resolve(
      skeleton, {mesh("1", {{"mPelvis", Vec3(0, 0, 1.2)}, {"nobody", Vec3(0)}, {"hip", Vec3(0, 0, 1.3)}})});
  EXPECT_EQ(offsets.position[0]->value, Vec3(0, 0, 1.3));
}

TEST(JointOffsets, PelvisOffsetIsTheGreatestIdsAndTwoCopiesCountOnce) {
  const Skeleton skeleton = one_arm();
  WornOffsets small = mesh("1", {}), great = mesh("2", {});
  small.pelvis_offset = 0.5;
  great.pelvis_offset = -0.1;
  EXPECT_EQ(resolve(skeleton, {great, small}).pelvis_offset, -0.1);
  WornOffsets copy = great;
  copy.pelvis_offset = 7.0;
  EXPECT_EQ(resolve(skeleton, {great, copy}).pelvis_offset, -0.1);
}

}  // namespace
}  // namespace mannequin
