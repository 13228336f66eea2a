// What the resting avatar does to a mesh, compared with what its file shows, and the hierarchy of its joints.
#include <gtest/gtest.h>

#include "tests/fit/sleeves.h"

namespace mannequin::test {
namespace rest_check_test {

// The chain of the left arm as files have it, from the pelvis down.
std::vector<FileJoint> arm_nodes() {
  std::vector<FileJoint> nodes;
  for (const char* name :
       {"mPelvis", "mTorso", "mChest", "mCollarLeft", "mShoulderLeft", "mElbowLeft", "mWristLeft"}) {
    const Joint& joint = builtin().skeleton[builtin().skeleton.find(name)];
    nodes.push_back({name, static_cast<std::int32_t>(nodes.size()) - 1, true, joint.default_position});
  }
  return nodes;
}

Findings check_arm(const BoundMeshDesc& bound, const std::vector<FileJoint>& nodes, bool joint_positions) {
  Findings findings =
      check_upload({&bound, 1}, builtin(), {.joint_positions = joint_positions, .file_joints = nodes});
  // The right sleeve follows the left wrist here, so that one chain is enough.
  std::erase_if(findings, [](const Finding& finding) { return finding.code == "exchanged_sides"; });
  return findings;
}

TEST(RestCheck, SaysNothingAboutTheAvatarsOwnChain) {
  const BoundMeshDesc bound = sleeves({"mShoulderLeft", "mWristLeft"});
  for (const bool positions : {false, true}) {
    const Findings findings = check_arm(bound, arm_nodes(), positions);
    EXPECT_TRUE(findings.empty()) << findings.front().code << ": " << findings.front().message;
  }
}

TEST(RestCheck, FindsADisplacedJointThatNoSkinTakesAlong) {
  BoundMeshDesc bound = sleeves({"mShoulderLeft", "mWristLeft"});
  std::vector<FileJoint> nodes = arm_nodes();
  *nodes[5].position += Vec3(0.0, 0.1, 0.0);
  // Bound where the file places the wrist.
  bound.skin.inverse_binds[1] =
      glm::inverse(glm::translate(Mat4(1.0), Vec3(0.0, 0.1, 0.0)) * rest("mWristLeft"));
  const Findings findings = check_arm(bound, nodes, true);
  const Finding* displaced = find(findings, "displaced_joint");
  ASSERT_NE(displaced, nullptr);
  EXPECT_EQ(displaced->severity, Severity::warning);
  EXPECT_EQ(displaced->joint, "mElbowLeft");
  EXPECT_NE(displaced->message.find("'mWristLeft' ends 100.0 mm"), std::string::npos) << displaced->message;
  EXPECT_EQ(find(findings, "moved_at_rest"), nullptr) << "one cause, one finding";
  // In the skin, even without weight, its position is taken along.
  BoundMeshDesc with = sleeves({"mShoulderLeft", "mWristLeft", "mElbowLeft"});
  with.skin.inverse_binds[1] = bound.skin.inverse_binds[1];
  *with.skin.joint_positions[2] += Vec3(0.0, 0.1, 0.0);
  EXPECT_EQ(find(check_arm(with, nodes, true), "displaced_joint"), nullptr);
  // The hand of another arm does not follow it.
  EXPECT_EQ(find(check_arm(sleeves({"mShoulderLeft", "mShoulderRight"}), nodes, true), "displaced_joint"),
            nullptr);
}

TEST(RestCheck, FindsOtherParentsThanTheAvatars) {
  const BoundMeshDesc bound = sleeves({"mShoulderLeft", "mWristLeft"});
  std::vector<FileJoint> nodes = arm_nodes();
  nodes[5].parent = 3;
  const Findings skipped = check_arm(bound, nodes, false);
  ASSERT_NE(find(skipped, "wrong_parent"), nullptr);
  EXPECT_NE(find(skipped, "wrong_parent")
                ->message.find("'mElbowLeft' hangs on 'mCollarLeft', should hang on 'mShoulderLeft'"),
            std::string::npos)
      << find(skipped, "wrong_parent")->message;
  // Reversed: the wrist carries the elbow, which carries the shoulder.
  nodes = arm_nodes();
  nodes[6].parent = 3;
  nodes[5].parent = 6;
  nodes[4].parent = 5;
  EXPECT_NE(find(check_arm(bound, nodes, false), "wrong_parent"), nullptr);
  // Nothing above it at all.
  nodes = arm_nodes();
  nodes[6].parent = -1;
  EXPECT_NE(find(check_arm(bound, nodes, false), "wrong_parent")->message.find("hangs on no joint"),
            std::string::npos);
  // Joints without weights may have any parent.
  nodes = arm_nodes();
  nodes.push_back({"mHead", 6, true, std::nullopt});
  EXPECT_TRUE(check_arm(bound, nodes, false).empty());
}

TEST(RestCheck, FindsBonesInBetween) {
  const BoundMeshDesc bound = sleeves({"mShoulderLeft", "mWristLeft"});
  std::vector<FileJoint> nodes = arm_nodes();
  nodes.push_back({"Forearm.Twist", 5, true, Vec3(0.0, 0.1, 0.0)});
  nodes[6].parent = 7;
  const Findings findings = check_arm(bound, nodes, false);
  ASSERT_NE(find(findings, "extra_joint"), nullptr);
  EXPECT_EQ(find(findings, "extra_joint")->joint, "Forearm.Twist");
  EXPECT_NE(find(findings, "extra_joint")->message.find("between 'mElbowLeft' and 'mWristLeft'"),
            std::string::npos);
}

TEST(RestCheck, FindsAMeshThatTearsWithoutItsJointPositions) {
  BoundMeshDesc bound = sleeves({"mShoulderLeft", "mElbowLeft"});
  const Vec3 longer(0.0, 0.05, 0.0);
  bound.skin.inverse_binds[1] = glm::inverse(glm::translate(Mat4(1.0), longer) * rest("mElbowLeft"));
  *bound.skin.joint_positions[1] += longer;
  const Findings off = check(bound, false);
  const Finding* torn = find(off, "torn_without_positions");
  ASSERT_NE(torn, nullptr);
  EXPECT_EQ(torn->severity, Severity::warning);
  EXPECT_NE(torn->message.find("50.0 mm"), std::string::npos) << torn->message;
  EXPECT_NE(torn->remedy.find("--joint-positions on"), std::string::npos);
  EXPECT_NE(torn->remedy.find("bind it to"), std::string::npos);
  EXPECT_EQ(find(check(bound, true), "torn_without_positions"), nullptr);
  EXPECT_EQ(find(check(bound, true), "moved_at_rest"), nullptr);
  // Below what a person sees nothing is said.
  bound.skin.inverse_binds[1] = glm::inverse(glm::translate(Mat4(1.0), 0.01 * longer) * rest("mElbowLeft"));
  EXPECT_EQ(find(check(bound, false), "torn_without_positions"), nullptr);
}

TEST(RestCheck, FindsBindsThatNoJointPositionsExplain) {
  BoundMeshDesc bound = sleeves({"mShoulderLeft", "mElbowLeft"});
  bound.skin.inverse_binds[1] =
      glm::inverse(glm::translate(Mat4(1.0), Vec3(0.0, 0.0, 0.03)) * rest("mElbowLeft"));
  for (const bool positions : {false, true}) {
    const Findings findings = check(bound, positions);
    ASSERT_NE(find(findings, "moved_at_rest"), nullptr);
    EXPECT_NE(find(findings, "moved_at_rest")->message.find("30.0 mm"), std::string::npos);
  }
  // The whole figure elsewhere is placed by its joints.
  bound = sleeves();
  for (Mat4& bind : bound.skin.inverse_binds) bind = bind * glm::translate(Mat4(1.0), Vec3(0.0, 0.0, 0.5));
  EXPECT_EQ(find(check(bound), "moved_at_rest"), nullptr);
}

// As viewers bind a .glb: a finding about importers, not about each volume.
TEST(RestCheck, TellsVolumesThatViewersBindWithoutTheirRotation) {
  BoundMeshDesc bound = sleeves({"L_UPPER_ARM", "mElbowLeft"});
  const Joint& volume = builtin().skeleton[builtin().skeleton.find("L_UPPER_ARM")];
  const Mat4 rotated = rest("L_UPPER_ARM");
  bound.skin.inverse_binds[0] =
      glm::inverse(glm::translate(Mat4(1.0), Vec3(rotated[3])) * glm::scale(Mat4(1.0), volume.rest_scale));
  const Findings findings = check(bound, false);
  const Finding* told = find(findings, "importer_profile");
  ASSERT_NE(told, nullptr);
  EXPECT_EQ(told->severity, Severity::warning);
  EXPECT_EQ(told->joint, "L_UPPER_ARM");
  for (const char* other : {"bind_rotation", "moved_at_rest", "torn_without_positions"})
    EXPECT_EQ(find(findings, other), nullptr) << other;
  // Another rotation is not an importer's.
  bound.skin.inverse_binds[0] =
      glm::inverse(glm::rotate(Mat4(1.0), 0.3, Vec3(0, 0, 1))) * bound.skin.inverse_binds[0];
  EXPECT_NE(find(check(bound, false), "bind_rotation"), nullptr);
}

// Joint positions that the binds do not follow, in a file that was bound to a body shape: what the shape does
// is unknown, but not what the positions add.
TEST(RestCheck, FindsJointPositionsThatTearAMeshMadeForAShape) {
  BoundMeshDesc bound = sleeves({"mShoulderLeft", "mElbowLeft"});
  for (Mat4& bind : bound.skin.inverse_binds) bind = glm::scale(Mat4(1.0), Vec3(1.05)) * bind;
  EXPECT_EQ(find(check(bound, true), "moved_at_rest"), nullptr);
  *bound.skin.joint_positions[1] += Vec3(0.0, 0.1, 0.0);
  EXPECT_NE(find(check(bound, true), "moved_at_rest"), nullptr);
  EXPECT_EQ(find(check(bound, false), "moved_at_rest"), nullptr);
}

// The scale of one arm does not explain the other.
TEST(RestCheck, AShapeExplainsOnlyTheJointsThatItMayMove) {
  BoundMeshDesc bound = sleeves({"mElbowLeft", "mElbowRight", "mWristRight"});
  for (std::uint32_t v = 6; v < 8; ++v) bound.skin.influences[v].joint = 2;
  bound.skin.inverse_binds[0] = glm::scale(Mat4(1.0), Vec3(1.01)) * bound.skin.inverse_binds[0];
  EXPECT_EQ(find(check(bound, false), "moved_at_rest"), nullptr);
  bound.skin.inverse_binds[2] = bound.skin.inverse_binds[2] * glm::translate(Mat4(1.0), Vec3(0.0, 0.0, 0.2));
  EXPECT_NE(find(check(bound, false), "moved_at_rest"), nullptr);
}

// An asset has no switch for its joint positions.
TEST(RestCheck, AnAssetWithoutItsJointPositionsIsTorn) {
  BoundMeshDesc bound = sleeves({"mShoulderLeft", "mElbowLeft"});
  bound.skin.inverse_binds[1] =
      glm::inverse(glm::translate(Mat4(1.0), Vec3(0.0, 0.05, 0.0)) * rest("mElbowLeft"));
  bound.skin.joint_positions.clear();
  const Findings findings =
      check_upload({&bound, 1}, builtin(), {.joint_positions = true, .as_distributed = true});
  EXPECT_NE(find(findings, "torn_without_positions"), nullptr);
  EXPECT_EQ(find(findings, "moved_at_rest"), nullptr);
}

TEST(RestCheck, TakesATurnThatAllJointsShareForTheMeshsOwn) {
  BoundMeshDesc bound = sleeves();
  const Mat4 turn = glm::rotate(Mat4(1.0), 1.5707963267948966, Vec3(0, 0, 1));
  for (Mat4& bind : bound.skin.inverse_binds) bind = bind * turn;
  for (Vec3f& p : bound.mesh.positions) p = Vec3f(glm::inverse(turn) * Vec4(Vec3(p), 1.0));
  const Findings shared = check(bound);
  EXPECT_TRUE(shared.empty()) << shared.front().code << ": " << shared.front().message;
  bound.skin.inverse_binds[0] = bound.skin.inverse_binds[0] * turn;
  EXPECT_NE(find(check(bound), "bind_rotation"), nullptr);
  // Where most share it, another one's is that one's fault.
  bound = sleeves({"mShoulderLeft", "mShoulderRight", "mElbowLeft"});
  for (std::uint32_t v = 0; v < 2; ++v) bound.skin.influences[v].joint = 2;
  for (Mat4& bind : bound.skin.inverse_binds) bind = bind * turn;
  for (Vec3f& p : bound.mesh.positions) p = Vec3f(glm::inverse(turn) * Vec4(Vec3(p), 1.0));
  bound.skin.inverse_binds[2] = bound.skin.inverse_binds[2] * glm::inverse(turn);
  const Findings odd = check(bound);
  ASSERT_NE(find(odd, "bind_rotation"), nullptr);
  EXPECT_EQ(find(odd, "bind_rotation")->joint, "mElbowLeft");
  EXPECT_EQ(find(odd, "bind_rotation")->message.find("mShoulder"), std::string::npos);
  EXPECT_EQ(find(odd, "not_x_forward"), nullptr);
}

// A glTF whose joints have the avatar's axes, but whose binds turn the mesh about each of them: that is what
// the file shows, and what is worn.
TEST(RestCheck, WhatAFileShowsTurnedAboutItsJointsIsNotMoved) {
  BoundMeshDesc bound = sleeves({"mShoulderLeft", "mElbowLeft"});
  const Mat4 turn = glm::rotate(Mat4(1.0), 1.5707963267948966, Vec3(1, 0, 0));
  bound.skin.joint_positions.clear();
  for (std::size_t j = 0; j < 2; ++j) {
    bound.skin.joint_rests.push_back({bound.skin.joint_names[j], rest(bound.skin.joint_names[j])});
    bound.skin.inverse_binds[j] = turn * bound.skin.inverse_binds[j];
  }
  for (const bool positions : {false, true}) {
    const Findings findings = check(bound, positions);
    EXPECT_EQ(find(findings, "moved_at_rest"), nullptr) << find(findings, "moved_at_rest")->message;
  }
}

// Written for viewers that leave out the rotation of volumes: the rest lacks it, the bind has it.
TEST(RestCheck, TakesTheRotationOfAVolumeFromItsBind) {
  BoundMeshDesc bound = sleeves({"mShoulderLeft", "L_UPPER_ARM"});
  bound.skin.joint_positions.clear();
  const Joint& volume = builtin().skeleton[builtin().skeleton.find("L_UPPER_ARM")];
  const Mat4 plain =
      glm::translate(Mat4(1.0), Vec3(rest("L_UPPER_ARM")[3])) * glm::scale(Mat4(1.0), volume.rest_scale);
  bound.skin.joint_rests = {{"mShoulderLeft", rest("mShoulderLeft")}, {"L_UPPER_ARM", plain}};
  for (const char* code : {"moved_at_rest", "torn_without_positions"})
    EXPECT_EQ(find(check(bound), code), nullptr) << find(check(bound), code)->message;
  // A file that has neither is as sound.
  bound.skin.inverse_binds[1] = glm::inverse(plain);
  for (const char* code : {"moved_at_rest", "torn_without_positions"})
    EXPECT_EQ(find(check(bound), code), nullptr) << find(check(bound), code)->message;
}

}  // namespace rest_check_test
}  // namespace mannequin::test
