#include "engine/skeleton/skeleton.h"

#include <gtest/gtest.h>

#include <limits>

namespace mannequin {
namespace {

JointDesc bone(std::string name, std::string parent = "") {
  JointDesc desc;
  desc.name = std::move(name);
  desc.parent = std::move(parent);
  return desc;
}

JointDesc other(JointKind kind, std::string name, std::string parent, int attachment_id = 0) {
  JointDesc desc = bone(std::move(name), std::move(parent));
  desc.kind = kind;
  desc.attachment_id = attachment_id;
  return desc;
}

SkeletonDesc small_skeleton() {
  SkeletonDesc desc{"test", {}};
  desc.joints = {other(JointKind::attachment_point, "Right Hand", "mHand", 6),
                 bone("mHand", "mArm"),
                 bone("mPelvis"),
                 other(JointKind::collision_volume, "BELLY", "mPelvis"),
                 bone("mArm", "mPelvis"),
                 other(JointKind::attachment_point, "Left Hand", "mHand", 5),
                 bone("mLeg", "mPelvis")};
  return desc;
}

std::string message(SkeletonDesc desc) {
  const auto built = Skeleton::build(std::move(desc));
  return built ? "" : built.error().message();
}

TEST(Skeleton, OrdersBonesDepthFirstThenVolumesThenAttachmentPointsById) {
  const Skeleton skeleton = Skeleton::build(small_skeleton()).value();
  std::vector<std::string> names;
  for (const Joint& joint : skeleton.joints()) names.push_back(joint.name);
  EXPECT_EQ(names, (std::vector<std::string>{"mPelvis", "mArm", "mHand", "mLeg", "BELLY", "Left Hand",
                                             "Right Hand"}));
  for (std::size_t j = 0; j < skeleton.size(); ++j)
    EXPECT_LT(skeleton.joints()[j].parent, static_cast<JointIndex>(j));
}

TEST(Skeleton, FindsNamesAliasesAndUnderscores) {
  SkeletonDesc desc = small_skeleton();
  desc.joints[2].aliases = {"hip"};
  const Skeleton skeleton = Skeleton::build(std::move(desc)).value();
  EXPECT_EQ(skeleton.find("hip"), skeleton.find("mPelvis"));
  EXPECT_EQ(skeleton.find("Left_Hand"), skeleton.find("Left Hand"));
  EXPECT_NE(skeleton.find("Left_Hand"), kNoJoint);
  EXPECT_EQ(skeleton.find("mpelvis"), kNoJoint);  // names are case-sensitive
  EXPECT_EQ(skeleton.nearest_name("mPelvi"), "mPelvis");
  EXPECT_EQ(skeleton.nearest_name("Armature"), "");
}

TEST(Skeleton, AnAliasNeverHidesANameOfItsOwn) {
  SkeletonDesc desc = small_skeleton();
  desc.joints[2].aliases = {"mArm"};
  const Skeleton skeleton = Skeleton::build(std::move(desc)).value();
  EXPECT_EQ(skeleton[skeleton.find("mArm")].name, "mArm");
}

TEST(Skeleton, RestsThePelvisAtTheRootAndGivesAttachmentPointsNoDefaultScale) {
  SkeletonDesc desc = small_skeleton();
  desc.joints[2].position = Vec3(0, 0, 1.067);
  const Skeleton skeleton = Skeleton::build(std::move(desc)).value();
  const Joint& pelvis = skeleton[skeleton.find("mPelvis")];
  EXPECT_EQ(pelvis.default_position, Vec3(0, 0, 1.067));
  EXPECT_EQ(pelvis.rest_position, Vec3(0.0));
  EXPECT_EQ(skeleton[skeleton.find("Left Hand")].default_scale, Vec3(0.0));
  EXPECT_EQ(skeleton[skeleton.find("Left Hand")].rest_scale, Vec3(1.0));
}

TEST(Skeleton, TurnsBonesAboutFixedAxesAndAttachmentPointsTheOtherWayRound) {
  SkeletonDesc desc = small_skeleton();
  for (JointDesc& joint : desc.joints) joint.rotation_degrees = Vec3(90, 90, 0);
  const Skeleton skeleton = Skeleton::build(std::move(desc)).value();
  // About X first: Z goes to -Y, which Y leaves alone. About Y first: Z goes to X, which X leaves alone.
  const Vec3 by_bone = skeleton[skeleton.find("BELLY")].rest_rotation * Vec3(0, 0, 1);
  const Vec3 by_attachment = skeleton[skeleton.find("Left Hand")].rest_rotation * Vec3(0, 0, 1);
  EXPECT_NEAR(glm::length(by_bone - Vec3(0, -1, 0)), 0.0, 1e-12);
  EXPECT_NEAR(glm::length(by_attachment - Vec3(1, 0, 0)), 0.0, 1e-12);
}

TEST(Skeleton, LeavesPointsOfTheScreenOut) {
  SkeletonDesc desc = small_skeleton();
  desc.joints.push_back(other(JointKind::attachment_point, "Center", "mScreen", 35));
  desc.joints.back().hud = true;
  EXPECT_EQ(Skeleton::build(std::move(desc)).value().size(), 7u);
}

TEST(Skeleton, RefusesWhatIsWrongByName) {
  EXPECT_NE(message({"test", {}}).find("no joints"), std::string::npos);
  SkeletonDesc twice = small_skeleton();
  twice.joints.push_back(bone("mLeg", "mPelvis"));
  EXPECT_NE(message(twice).find("'mLeg'"), std::string::npos);
  SkeletonDesc orphan = small_skeleton();
  orphan.joints[1].parent = "mArn";
  EXPECT_NE(message(orphan).find("'mArn'"), std::string::npos);
  SkeletonDesc circle = small_skeleton();
  circle.joints[4].parent = "mHand";
  EXPECT_NE(message(circle).find("cycle in its hierarchy"), std::string::npos);
  SkeletonDesc infinite = small_skeleton();
  infinite.joints[1].scale.y = std::numeric_limits<double>::infinity();
  EXPECT_NE(message(infinite).find("not finite"), std::string::npos);
  SkeletonDesc on_volume = small_skeleton();
  on_volume.joints[1].parent = "BELLY";
  EXPECT_NE(message(on_volume).find("not a bone"), std::string::npos);
}

TEST(Skeleton, BuildsAChainDeeperThanAnyStack) {
  SkeletonDesc desc{"test", {bone("b0")}};
  for (int i = 1; i < 20000; ++i)
    desc.joints.push_back(bone("b" + std::to_string(i), "b" + std::to_string(i - 1)));
  EXPECT_EQ(Skeleton::build(std::move(desc)).value().size(), 20000u);
}

}  // namespace
}  // namespace mannequin
