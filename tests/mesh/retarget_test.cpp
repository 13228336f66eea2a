#include "engine/mesh/retarget.h"

#include <gtest/gtest.h>

#include <glm/gtc/matrix_transform.hpp>

namespace mannequin {
namespace {

// mPelvis at (0 0 1), mTorso 0.1 above it, mChest 0.2 above that; a volume on mTorso, turned and scaled.
Skeleton chest_chain() {
  SkeletonDesc desc;
  const auto joint = [&](const char* name, const char* parent, Vec3 position) -> JointDesc& {
    JointDesc& added = desc.joints.emplace_back();
    added.name = name;
    added.parent = parent;
    added.position = position;
    return added;
  };
  joint("mPelvis", "", {0, 0, 1});
  joint("mTorso", "mPelvis", {0, 0, 0.1});
  joint("mChest", "mTorso", {0, 0, 0.2}).aliases = {"chest"};
  JointDesc& belly = joint("BELLY", "mTorso", {0.05, 0, 0});
  belly.kind = JointKind::collision_volume;
  belly.scale = {0.1, 0.2, 0.3};
  belly.rotation_degrees = {0, 8, 0};
  return Skeleton::build(std::move(desc)).value();
}

// A skin whose binds fit its rests.
SkinDesc sound(std::vector<JointRest> rests) {
  SkinDesc skin;
  for (const JointRest& rest : rests) {
    skin.joint_names.push_back(rest.name);
    skin.inverse_binds.push_back(glm::inverse(rest.world_from_joint));
  }
  skin.joint_rests = std::move(rests);
  return skin;
}

Mat4 placed(Vec3 place, double turn = 0.0, Vec3 scale = Vec3(1.0)) {
  const Mat4 turned = glm::rotate(glm::translate(Mat4(1.0), place), turn, glm::normalize(Vec3(1, 2, 3)));
  return glm::scale(turned, scale);
}

double difference(const Mat4& a, const Mat4& b) {
  double greatest = 0.0;
  for (int c = 0; c < 4; ++c)
    for (int r = 0; r < 4; ++r) greatest = std::max(greatest, std::abs(a[c][r] - b[c][r]));
  return greatest;
}

Mat4 volume_rest(const Skeleton& skeleton, Vec3 place) {
  const Joint& belly = skeleton[skeleton.find("BELLY")];
  return glm::scale(glm::translate(Mat4(1.0), place) * glm::mat4_cast(belly.rest_rotation), belly.rest_scale);
}

TEST(Retarget, LeavesSkinsWithoutRestsAlone) {
  const Skeleton skeleton = chest_chain();
  SkinDesc skin = sound({{"mTorso", placed({0, 0, 1.2}, 1.0)}});
  skin.joint_rests.clear();
  const Mat4 bind = skin.inverse_binds[0];
  retarget(skin, skeleton, kViewerNextImporter);
  EXPECT_EQ(skin.inverse_binds[0], bind);
  EXPECT_TRUE(skin.joint_positions.empty());
}

TEST(Retarget, StrictlyReadKeepsTheFilesBindsAndStillFindsPositions) {
  const Skeleton skeleton = chest_chain();
  SkinDesc skin = sound({{"mPelvis", placed({0, 0, 1}, 0.7)}, {"BELLY", placed({0.05, 0, 1.1}, 0.4)}});
  const std::vector<Mat4> binds = skin.inverse_binds;
  retarget(skin, skeleton, kStrictImporter);
  EXPECT_EQ(skin.inverse_binds, binds);
  EXPECT_TRUE(skin.joint_positions.at(1).has_value());
}

TEST(Retarget, ARigWithoutInfluencesGetsTheSameBinds) {
  const Skeleton skeleton = chest_chain();
  SkinDesc whole = sound({{"mTorso", glm::translate(Mat4(1.0), Vec3(0, 0, 1.2))}});
  whole.influence_begin = {0, 1};
  whole.influences = {{0, 1.0f}};
  whole.lock_scale = true;
  SkinDesc rig = without_influences(whole);
  EXPECT_TRUE(rig.influences.empty());
  EXPECT_TRUE(rig.lock_scale);
  EXPECT_EQ(rig.joint_names, whole.joint_names);
  retarget(whole, skeleton, kViewerImporter);
  retarget(rig, skeleton, kViewerImporter);
  EXPECT_EQ(rig.inverse_binds, whole.inverse_binds);
  EXPECT_EQ(rig.joint_positions, whole.joint_positions);
}

TEST(Retarget, ImportersDifferOnlyInJointsThatCarryWeight) {
  const Skeleton skeleton = chest_chain();
  SkinDesc skin = sound({{"mTorso", placed({0, 0, 1.1}, -1.3, {2, 3, 4})}});
  skin.influences.clear();
  EXPECT_FALSE(importers_differ(skin, skeleton, kStrictImporter, kViewerImporter));
  skin.influences = {{0, 0.5f}};
  EXPECT_TRUE(importers_differ(skin, skeleton, kStrictImporter, kViewerImporter));
  EXPECT_FALSE(importers_differ(skin, skeleton, kViewerImporter, kViewerImporter));
}

// A bone has no rotation at rest, a collision volume may have.
TEST(Retarget, TheViewersDifferInVolumesOnly) {
  const Skeleton skeleton = chest_chain();
  SkinDesc bone = sound({{"mTorso", placed({0, 0, 1.1}, -1.3, {2, 3, 4})}});
  SkinDesc volume = sound({{"BELLY", placed({0.05, 0, 1.1}, 0.4)}});
  bone.influences = volume.influences = {{0, 1.0f}};
  EXPECT_FALSE(importers_differ(bone, skeleton, kViewerImporter, kViewerNextImporter));
  EXPECT_TRUE(importers_differ(volume, skeleton, kViewerImporter, kViewerNextImporter));
}

TEST(Retarget, ImportersAreFoundByName) {
  for (const ImporterProfile& profile : kImporterProfiles) {
    ASSERT_NE(find_importer(profile.name), nullptr);
    EXPECT_EQ(*find_importer(profile.name), profile);
  }
  EXPECT_EQ(kImporterProfiles[0], kViewerImporter) << "the default";
  EXPECT_EQ(find_importer("Viewer"), nullptr);
  EXPECT_EQ(find_importer(""), nullptr);
}

TEST(Retarget, SoundBindsBecomeInverseRestsWhateverTheBonesAxesAre) {
  const Skeleton skeleton = chest_chain();
  SkinDesc skin = sound({{"mPelvis", placed({0, 0, 1}, 0.7)},
                         {"mTorso", placed({0, 0, 1.1}, -1.3, {2, 3, 4})},
                         {"BELLY", placed({0.05, 0, 1.1}, 0.4)}});
  retarget(skin, skeleton, kViewerNextImporter);
  EXPECT_LT(difference(skin.inverse_binds[0], placed({0, 0, -1})), 1e-12);
  EXPECT_LT(difference(skin.inverse_binds[1], placed({0, 0, -1.1})), 1e-12);
  EXPECT_LT(difference(skin.inverse_binds[2], glm::inverse(volume_rest(skeleton, {0.05, 0, 1.1}))), 1e-12);
  EXPECT_TRUE(skin.joint_rests.empty());
}

TEST(Retarget, TheViewerOfTheOracleLeavesTheRotationOfVolumesOut) {
  const Skeleton skeleton = chest_chain();
  SkinDesc skin = sound({{"BELLY", placed({0.05, 0, 1.1}, 0.4)}});
  retarget(skin, skeleton, kViewerImporter);
  EXPECT_LT(difference(skin.inverse_binds[0], glm::inverse(placed({0.05, 0, 1.1}, 0.0, {0.1, 0.2, 0.3}))),
            1e-12);
}

// A bind that is not the rest's inverse (here a shift) acts along the axes of the file's joint: moved by (0.3
// 0 0) in the file, whose joint is turned, the mesh is moved elsewhere on the avatar. Source: glTF import
// oracle, 9.
TEST(Retarget, BindsThatDoNotFitTheirRestsActInTheJointsOwnFrame) {
  const Skeleton skeleton = chest_chain();
  const Mat4 quarter = glm::rotate(Mat4(1.0), 1.5707963267948966, Vec3(0, 0, 1));
  SkinDesc skin = sound({{"mTorso", glm::translate(Mat4(1.0), Vec3(0, 0, 1.1)) * quarter}});
  skin.inverse_binds[0] = skin.inverse_binds[0] * placed({0.3, 0, 0});
  retarget(skin, skeleton, kViewerNextImporter);
  EXPECT_LT(difference(placed({0, 0, 1.1}) * skin.inverse_binds[0], placed({0, -0.3, 0})), 1e-12);
}

TEST(Retarget, PositionsAreRelativeToTheAvatarsParents) {
  const Skeleton skeleton = chest_chain();
  // In the file mChest's parent may be anything; the avatar's is mTorso, which the file moves by 5 cm.
  SkinDesc skin = sound({{"chest", placed({0, 0.01, 1.32}, 0.2)}, {"mTorso", placed({0, 0, 1.15}, 0.5)}});
  retarget(skin, skeleton, kViewerNextImporter);
  ASSERT_TRUE(skin.joint_positions[0] && skin.joint_positions[1]);
  EXPECT_LT(glm::length(*skin.joint_positions[0] - Vec3(0, 0.01, 0.17)), 1e-12);
  EXPECT_LT(glm::length(*skin.joint_positions[1] - Vec3(0, 0, 0.15)), 1e-12);
}

TEST(Retarget, ParentsThatTheFileLacksCountWithTheirDefaults) {
  const Skeleton skeleton = chest_chain();
  SkinDesc skin = sound({{"mChest", placed({0, 0, 1.31})}});
  retarget(skin, skeleton, kViewerNextImporter);
  EXPECT_LT(glm::length(*skin.joint_positions[0] - Vec3(0, 0, 0.21)), 1e-12);
}

// Joints of the file that the mesh does not use still say where its others belong.
TEST(Retarget, JointsThatAreNotUsedStillCountAsParents) {
  const Skeleton skeleton = chest_chain();
  SkinDesc skin = sound({{"mChest", placed({0, 0, 1.35})}});
  skin.joint_rests.push_back({"mTorso", placed({0, 0, 1.15})});
  retarget(skin, skeleton, kViewerNextImporter);
  EXPECT_EQ(skin.joint_positions.size(), 1u);
  EXPECT_LT(glm::length(*skin.joint_positions[0] - Vec3(0, 0, 0.2)), 1e-12);
}

TEST(Retarget, AHigherPelvisRaisesTheAvatarAndMovesNoJoint) {
  const Skeleton skeleton = chest_chain();
  SkinDesc skin = sound({{"mPelvis", placed({0, 0, 1.25})}, {"mTorso", placed({0, 0, 1.35})}});
  retarget(skin, skeleton, kViewerNextImporter);
  EXPECT_FALSE(skin.joint_positions[0]);
  EXPECT_LT(glm::length(*skin.joint_positions[1] - Vec3(0, 0, 0.1)), 1e-12);
  EXPECT_NEAR(skin.pelvis_offset, 0.25, 1e-12);
  EXPECT_LT(difference(skin.inverse_binds[0], placed({0, 0, -1.25})), 1e-12);
}

TEST(Retarget, UnknownJointsStayAsTheyAre) {
  const Skeleton skeleton = chest_chain();
  SkinDesc skin = sound({{"Bip01_Spine", placed({1, 2, 3}, 0.3)}});
  const Mat4 bind = skin.inverse_binds[0];
  retarget(skin, skeleton, kViewerNextImporter);
  EXPECT_EQ(skin.inverse_binds[0], bind);
  EXPECT_FALSE(skin.joint_positions[0]);
}

}  // namespace
}  // namespace mannequin
