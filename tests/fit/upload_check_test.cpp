// Each rule of the upload check, on a small mesh that breaks it and on one that does not.
#include <gtest/gtest.h>

#include "tests/document/figure.h"
#include "tests/fit/sleeves.h"

namespace mannequin {
namespace {

using test::check;
using test::find;
using test::rest;
using test::sleeves;

TEST(UploadCheck, FindsNothingOnASoundMesh) {
  for (const bool positions : {false, true}) {
    const Findings findings = check(sleeves(), positions);
    EXPECT_TRUE(findings.empty()) << findings.front().code << ": " << findings.front().message;
  }
}

TEST(UploadCheck, RefusesUnknownJointsWithTheNearestName) {
  const Findings findings = check(sleeves({"mShoulderLeft", "mSholderRight"}));
  const Finding* unknown = find(findings, "unknown_joint");
  ASSERT_NE(unknown, nullptr);
  EXPECT_EQ(unknown->joint, "mSholderRight");
  EXPECT_NE(unknown->remedy.find("'mShoulderRight'"), std::string::npos) << unknown->remedy;
  EXPECT_NE(unknown->message.find("4 vertices"), std::string::npos) << unknown->message;
  EXPECT_TRUE(is_refused(findings));
}

TEST(UploadCheck, TakesAliasesAndAttachmentPointsAndNamesTheLatter) {
  EXPECT_TRUE(check(sleeves({"lCollar", "mShoulderRight"})).empty());
  const Findings findings = check(sleeves({"Left Hand", "mShoulderRight"}));
  EXPECT_NE(find(findings, "attachment_point_joint"), nullptr);
  ASSERT_NE(find(findings, "spaces_in_names"), nullptr);
  EXPECT_EQ(find(findings, "spaces_in_names")->joint, "Left Hand");
  EXPECT_EQ(find(check(sleeves({"Left_Hand", "mShoulderRight"})), "spaces_in_names"), nullptr);
  EXPECT_FALSE(is_refused(findings));
}

TEST(UploadCheck, CountsJoints) {
  BoundMeshDesc bound = sleeves();
  for (const Joint& joint : builtin().skeleton.joints())
    if (bound.skin.joint_names.size() < 111 && joint.name != "mShoulderLeft" &&
        joint.name != "mShoulderRight") {
      bound.skin.joint_names.push_back(joint.name);
      bound.skin.inverse_binds.push_back(glm::inverse(rest(joint.name)));
      bound.skin.joint_positions.push_back(joint.default_position);
    }
  EXPECT_NE(find(check(bound), "too_many_joints"), nullptr);
  EXPECT_TRUE(is_refused(check(bound)));
  bound.skin.joint_names.pop_back();
  bound.skin.inverse_binds.pop_back();
  bound.skin.joint_positions.pop_back();
  EXPECT_FALSE(is_refused(check(bound)));
  EXPECT_NE(find(check(bound), "unused_joints"), nullptr);
}

TEST(UploadCheck, FindsMatricesThatDoNotFitTheNames) {
  BoundMeshDesc bound = sleeves();
  bound.skin.inverse_binds.pop_back();
  EXPECT_NE(find(check(bound), "inverse_bind_count"), nullptr);
  bound = sleeves();
  bound.skin.joint_positions.pop_back();
  EXPECT_NE(find(check(bound), "joint_position_count"), nullptr);
}

TEST(UploadCheck, FindsVerticesWithoutWeightAndTheJointNearestToThem) {
  BoundMeshDesc bound = sleeves();
  bound.skin.influences[5].weight = 0.0f;
  const Findings findings = check(bound);
  const Finding* none = find(findings, "unweighted_vertices");
  ASSERT_NE(none, nullptr);
  EXPECT_EQ(none->vertex, 5u);
  EXPECT_EQ(none->joint, "mShoulderRight");
  for (InfluenceDesc& influence : bound.skin.influences) influence.weight = 0.0f;
  EXPECT_NE(find(check(bound), "no_weights"), nullptr);
}

TEST(UploadCheck, FindsTheVertexThatLosesMostToTheLimitOfFour) {
  BoundMeshDesc bound =
      sleeves({"mShoulderLeft", "mShoulderRight", "mElbowLeft", "mWristLeft", "mChest", "mTorso"});
  bound.skin.influences.clear();
  bound.skin.influence_begin = {0};
  for (std::uint32_t v = 0; v < 8; ++v) {
    const float fifth = v == 3 ? 0.12f : v == 2 ? 0.04f : 0.0f;
    for (std::uint32_t joint = 0; joint < 4; ++joint)
      bound.skin.influences.push_back({joint, (1.0f - fifth) / 4.0f});
    if (fifth > 0.0f) bound.skin.influences.push_back({4, fifth});
    bound.skin.influence_begin.push_back(static_cast<std::uint32_t>(bound.skin.influences.size()));
  }
  const Findings findings = check(bound);
  const Finding* many = find(findings, "too_many_influences");
  ASSERT_NE(many, nullptr);
  EXPECT_EQ(many->vertex, 3u);
  EXPECT_NE(many->message.find("2 vertices"), std::string::npos) << many->message;
  EXPECT_NE(many->message.find("12.0 %"), std::string::npos) << many->message;
}

TEST(UploadCheck, FindsSumsThatAreNotOne) {
  BoundMeshDesc bound = sleeves();
  bound.skin.influences[2].weight = 0.5f;
  const Findings findings = check(bound);
  ASSERT_NE(find(findings, "weight_sums"), nullptr);
  EXPECT_EQ(find(findings, "weight_sums")->vertex, 2u);
  EXPECT_FALSE(is_refused(findings));
}

TEST(UploadCheck, FindsAFigureThatDoesNotLookAlongX) {
  BoundMeshDesc bound = sleeves();
  for (Vec3f& p : bound.mesh.positions) p = {p.y, -p.x, p.z};  // looks along -Y, as in Blender
  const Findings findings = check(bound);
  const Finding* facing = find(findings, "not_x_forward");
  ASSERT_NE(facing, nullptr);
  EXPECT_NE(facing->message.find("90 degrees"), std::string::npos) << facing->message;
}

// Between the legs cloth follows both alike: which way that is says nothing about the figure.
TEST(UploadCheck, WhatFollowsBothSidesAlikeLooksNowhere) {
  BoundMeshDesc bound = sleeves();
  const std::size_t count = bound.mesh.positions.size();
  bound.skin.influences.clear();
  bound.skin.influence_begin.assign(1, 0);
  for (std::uint32_t v = 0; v < count; ++v) {
    const float more = v == 0 ? 0.25f : v == 1 ? -0.001f : 0.0f;
    bound.mesh.positions[v] = {0.1f * static_cast<float>(v), 0.0f, 1.0f + 0.1f * static_cast<float>(v % 2)};
    bound.skin.influences.push_back({0, 0.5f + more});
    bound.skin.influences.push_back({1, 0.5f - more});
    bound.skin.influence_begin.push_back(static_cast<std::uint32_t>(bound.skin.influences.size()));
  }
  EXPECT_EQ(find(check(bound), "not_x_forward"), nullptr);
}

// All four arm joints, of which one pair may have exchanged its vertices; nothing of that shows at rest.
TEST(UploadCheck, FindsJointsThatMoveTheOtherSide) {
  const auto arms = [](std::uint32_t left_elbow, std::uint32_t right_elbow,
                       std::uint32_t right_shoulder = 1) {
    BoundMeshDesc bound = sleeves({"mShoulderLeft", "mShoulderRight", "mElbowLeft", "mElbowRight"});
    bound.skin.influences[3].joint = left_elbow;
    for (const std::size_t v : {4u, 5u, 6u}) bound.skin.influences[v].joint = right_shoulder;
    bound.skin.influences[7].joint = right_elbow;
    return bound;
  };
  EXPECT_EQ(find(check(arms(2, 3)), "exchanged_sides"), nullptr);
  const Findings findings = check(arms(3, 2));
  const Finding* exchanged = find(findings, "exchanged_sides");
  ASSERT_NE(exchanged, nullptr);
  EXPECT_EQ(exchanged->severity, Severity::warning);
  EXPECT_EQ(exchanged->joint, "mElbowLeft");
  EXPECT_EQ(exchanged->message.find("mShoulder"), std::string::npos) << exchanged->message;
  EXPECT_EQ(find(findings, "not_x_forward"), nullptr);
  // Cloth draped to one side has a little of the other.
  BoundMeshDesc draped = arms(2, 3);
  for (std::size_t v = 4; v < 8; ++v) draped.mesh.positions[v].y *= -1.0f;
  for (InfluenceDesc& influence : draped.skin.influences) influence.joint = 0;
  for (const std::size_t v : {4u, 5u, 6u}) draped.skin.influences[v].joint = 1;
  EXPECT_EQ(find(check(draped), "exchanged_sides"), nullptr);
}

// Of two sleeves, some vertices follow a joint far away on the other side, which nothing else does.
TEST(UploadCheck, AFewTornVerticesAreNoExchangeOfSides) {
  const BoundMeshDesc sound =
      test::divided(sleeves({"mShoulderLeft", "mShoulderRight", "mFootLeft", "mFootRight"}), 5);
  ASSERT_EQ(sound.skin.influences.size(), sound.mesh.positions.size());
  const auto torn = [&](std::size_t at_left, std::size_t at_right) {
    BoundMeshDesc bound = sound;
    for (InfluenceDesc& influence : bound.skin.influences)
      if (influence.joint == 0 && at_left > 0)
        influence.joint = 3, --at_left;
      else if (influence.joint == 1 && at_right > 0)
        influence.joint = 2, --at_right;
    return find(check(bound), "exchanged_sides") != nullptr;
  };
  EXPECT_FALSE(torn(0, 5));
  EXPECT_FALSE(torn(1, 1));
  EXPECT_TRUE(torn(0, 100)) << "a tenth of a sleeve";
  EXPECT_TRUE(torn(10, 10));
}

TEST(UploadCheck, FindsFacesThatAreTooLargeOrTooMany) {
  BoundMeshDesc bound = sleeves();
  bound.mesh.faces[0].vertex_count = 65533;
  EXPECT_NE(find(check(bound), "face_too_large"), nullptr);
  bound = sleeves();
  bound.mesh.faces.assign(9, bound.mesh.faces[0]);
  EXPECT_NE(find(check(bound), "too_many_faces"), nullptr);
  bound.mesh.faces.assign(8, bound.mesh.faces[0]);
  EXPECT_EQ(find(check(bound), "too_many_faces"), nullptr);
}

TEST(UploadCheck, FindsCentimetres) {
  BoundMeshDesc bound = sleeves();
  for (Vec3f& p : bound.mesh.positions) p *= 100.0f;
  EXPECT_NE(find(check(bound), "unlikely_size"), nullptr);
}

TEST(UploadCheck, FindsBindsThatTurnOrScale) {
  BoundMeshDesc bound = sleeves();
  // Blender's bones point along Y of their own.
  bound.skin.inverse_binds[0] =
      glm::rotate(Mat4(1.0), 1.5707963, Vec3(1, 0, 0)) * bound.skin.inverse_binds[0];
  const Findings turned = check(bound);
  ASSERT_NE(find(turned, "bind_rotation"), nullptr);
  EXPECT_NE(find(turned, "bind_rotation")->message.find("90 degrees"), std::string::npos);
  bound = sleeves({"L_UPPER_ARM", "R_UPPER_ARM"});
  EXPECT_TRUE(check(bound).empty());
  // The scale of the volumes is left out.
  for (Mat4& bind : bound.skin.inverse_binds) bind = glm::translate(Mat4(1.0), -Vec3(glm::inverse(bind)[3]));
  const Findings scaled = check(bound);
  ASSERT_NE(find(scaled, "bind_scale"), nullptr);
  EXPECT_EQ(find(scaled, "bind_scale")->severity, Severity::warning);
}

TEST(UploadCheck, TellsOffsetsOnlyWithJointPositions) {
  BoundMeshDesc bound = sleeves();
  *bound.skin.joint_positions[0] += Vec3(0.0, 0.02, 0.0);
  *bound.skin.joint_positions[1] += Vec3(0.0, 0.0005, 0.0);
  EXPECT_NE(find(check(bound), "offsets_ignored"), nullptr);
  EXPECT_EQ(find(check(bound), "joint_offset"), nullptr);
  const Findings on = check(bound, true);
  ASSERT_NE(find(on, "joint_offset"), nullptr);
  EXPECT_NE(find(on, "joint_offset")->message.find("20.00 mm"), std::string::npos);
  // One finding for both, the farther one first in its words, and each by itself.
  EXPECT_EQ(std::ranges::count(on, "joint_offset", &Finding::code), 1);
  ASSERT_EQ(find(on, "joint_offset")->joints.size(), 2u);
  EXPECT_EQ(find(on, "joint_offset")->joints[1].joint, "mShoulderRight");
  EXPECT_NE(find(on, "joint_offset")->joints[1].message.find("0.50 mm"), std::string::npos);
  ASSERT_NE(find(on, "offset_noise"), nullptr);
  EXPECT_EQ(find(on, "offset_noise")->joint, "mShoulderRight");
  EXPECT_EQ(find(on, "offsets_ignored"), nullptr);
  // 0.1 mm itself is none.
  bound = sleeves();
  *bound.skin.joint_positions[0] += Vec3(0.0, 0.00009, 0.0);
  EXPECT_EQ(find(check(bound, true), "joint_offset"), nullptr);
  EXPECT_NE(find(check(bound, true), "offset_below_threshold"), nullptr);
}

TEST(UploadCheck, FindsWeightedJointsWithoutAPlace) {
  BoundMeshDesc bound = sleeves();
  bound.skin.joint_positions[1].reset();
  EXPECT_EQ(find(check(bound), "joint_positions_unknown"), nullptr);
  const Findings on = check(bound, true);
  ASSERT_NE(find(on, "joint_positions_unknown"), nullptr);
  EXPECT_EQ(find(on, "joint_positions_unknown")->joint, "mShoulderRight");
}

// A move that all vertices share, of the whole avatar.
TEST(UploadCheck, FindsAPelvisThatLiftsTheAvatar) {
  BoundMeshDesc bound = sleeves({"mShoulderLeft", "mShoulderRight", "mPelvis"});
  EXPECT_EQ(find(check(bound, true), "pelvis_height"), nullptr);
  bound.skin.joint_positions[2]->z -= 0.08;
  const Findings findings = check(bound, true);
  ASSERT_NE(find(findings, "pelvis_height"), nullptr);
  EXPECT_EQ(find(findings, "pelvis_height")->severity, Severity::warning);
  EXPECT_NE(find(findings, "pelvis_height")->message.find("987.0 mm"), std::string::npos);
  EXPECT_EQ(find(check(bound), "pelvis_height"), nullptr);
}

TEST(UploadCheck, FindsTheLinkThatIsMissingFromAChain) {
  BoundMeshDesc bound = sleeves({"mShoulderLeft", "mShoulderRight", "mCollarLeft", "mElbowLeft"});
  *bound.skin.joint_positions[2] += Vec3(0.0, 0.01, 0.0);
  *bound.skin.joint_positions[3] += Vec3(0.0, 0.01, 0.0);
  const Findings findings = check(bound, true);
  const Finding* link = find(findings, "missing_link");
  ASSERT_NE(link, nullptr);
  EXPECT_EQ(link->joint, "mShoulderLeft");
  *bound.skin.joint_positions[0] += Vec3(0.0, 0.01, 0.0);
  EXPECT_EQ(find(check(bound, true), "missing_link"), nullptr);
}

TEST(UploadCheck, TellsWhatSeveralJointsHaveInCommonOnce) {
  BoundMeshDesc bound = sleeves({"mShoulderLeft", "mShoulderRight", "mElbowLeft", "mElbowRight"});
  for (const std::size_t elbow : {2u, 3u}) {
    const double length = glm::length(*bound.skin.joint_positions[elbow]);
    bound.skin.joint_positions[elbow] = Vec3(0.0, 0.0, -length);
  }
  Findings findings = check(bound, true);
  EXPECT_EQ(std::ranges::count(findings, "turned_bone", &Finding::code), 1);
  ASSERT_EQ(find(findings, "turned_bone")->joints.size(), 2u);
  EXPECT_NE(find(findings, "turned_bone")->message.find("rotate 2 bones"), std::string::npos)
      << find(findings, "turned_bone")->message;

  bound = sleeves(
      {"mShoulderLeft", "mShoulderRight", "mCollarLeft", "mCollarRight", "mElbowLeft", "mElbowRight"});
  for (const std::size_t moved : {2u, 3u, 4u, 5u}) *bound.skin.joint_positions[moved] += Vec3(0.0, 0.01, 0.0);
  findings = check(bound, true);
  EXPECT_EQ(std::ranges::count(findings, "missing_link", &Finding::code), 1);
  ASSERT_EQ(find(findings, "missing_link")->joints.size(), 2u);
  EXPECT_NE(find(findings, "missing_link")->remedy.find("include them"), std::string::npos);
}

TEST(UploadCheck, FindsABoneWhoseLengthSliderWouldThickenIt) {
  BoundMeshDesc bound = sleeves({"mShoulderLeft", "mShoulderRight", "mElbowLeft"});
  const double length = glm::length(*bound.skin.joint_positions[2]);
  bound.skin.joint_positions[2] = Vec3(0.0, 0.0, -length);  // the arm hangs down
  const Findings findings = check(bound, true);
  const Finding* turned = find(findings, "turned_bone");
  ASSERT_NE(turned, nullptr);
  EXPECT_EQ(turned->joint, "mShoulderLeft");
  EXPECT_NE(turned->message.find("Arm Length"), std::string::npos) << turned->message;
}

TEST(UploadCheck, SaysThatAStaticMeshFollowsNothing) {
  BoundMeshDesc bound = sleeves();
  bound.skin = {};
  const Findings findings = check(bound);
  EXPECT_NE(find(findings, "not_rigged"), nullptr);
  EXPECT_FALSE(is_refused(findings));
  EXPECT_TRUE(is_refused(check_upload({}, builtin(), {})));
}

TEST(UploadCheck, MeasuresAMeshByTheJointsThatItFollows) {
  EXPECT_EQ(find(check(sleeves()), "unlikely_size"), nullptr);
  BoundMeshDesc bound = sleeves();
  for (Vec3f& position : bound.mesh.positions) position *= 0.01f;  // in metres, all others in centimetres
  const Findings findings = check(bound);
  ASSERT_NE(find(findings, "unlikely_size"), nullptr);
  EXPECT_NE(find(findings, "unlikely_size")->message.find("the joints that it follows are spread over"),
            std::string::npos)
      << find(findings, "unlikely_size")->message;
  // One joint says nothing about size.
  bound = sleeves({"mShoulderLeft"});
  for (InfluenceDesc& influence : bound.skin.influences) influence.joint = 0;
  for (Vec3f& position : bound.mesh.positions) position *= 0.05f;
  EXPECT_EQ(find(check(bound), "unlikely_size"), nullptr);
}

TEST(UploadCheck, IgnoresVerticesWithoutATriangle) {
  BoundMeshDesc bound = sleeves();
  bound.mesh.positions.push_back({5.0f, 0.0f, 0.0f});
  bound.mesh.normals.push_back({0, 0, 1});
  bound.mesh.uvs.push_back({0, 0});
  bound.mesh.source_indices.push_back(8);
  bound.skin.influence_begin.push_back(bound.skin.influence_begin.back());
  const Findings findings = check(bound);
  EXPECT_TRUE(findings.empty()) << findings.front().code << ": " << findings.front().message;
}

TEST(UploadCheck, TellsRepeatedJointsOnce) {
  BoundMeshDesc bound =
      sleeves({"mShoulderLeft", "mShoulderRight", "mShoulderLeft", "mShoulderRight", "mShoulderRight"});
  const Findings findings = check(bound);
  EXPECT_EQ(std::ranges::count(findings, "duplicate_joint", &Finding::code), 1);
  EXPECT_NE(find(findings, "duplicate_joint")->message.find("'mShoulderLeft', 'mShoulderRight' are"),
            std::string::npos);
}

TEST(UploadCheck, DoesNotAskToMoveWeightsThatAreNotThere) {
  BoundMeshDesc bound = sleeves({"mShoulderLeft", "mShoulderRight", "CTRL_root"});
  const Findings findings = check(bound);
  const Finding* control = find(findings, "control_bone");
  ASSERT_NE(control, nullptr);
  EXPECT_NE(control->message.find("no vertex is weighted to it"), std::string::npos) << control->message;
  EXPECT_EQ(control->remedy.find("move"), std::string::npos) << control->remedy;
}

// The glTF importer takes the binds of attachment points as they are: right, if they have the avatar's axes.
TEST(UploadCheck, JudgesAttachmentPointsOfGltfByWhatTheImporterMakesOfThem) {
  BoundMeshDesc bound = sleeves({"mShoulderLeft", "Left Hand"});
  bound.skin.joint_positions.clear();
  for (const std::string& name : bound.skin.joint_names) bound.skin.joint_rests.push_back({name, rest(name)});
  const auto told = [&](bool positions) {
    const Findings findings = check(bound, positions);
    const Finding* found = find(findings, "attachment_point_joint");
    return found == nullptr ? Finding() : *found;
  };
  EXPECT_EQ(told(false).severity, Severity::info) << told(false).message;
  EXPECT_EQ(told(true).severity, Severity::warning);
  EXPECT_NE(told(true).message.find("to their parents"), std::string::npos) << told(true).message;
  // Other axes, in rest and bind alike: every other joint is fitted.
  const Mat4 turn = glm::rotate(Mat4(1.0), 1.5707963267948966, Vec3(1, 0, 0));
  for (JointRest& joint : bound.skin.joint_rests) joint.world_from_joint *= turn;
  for (Mat4& bind : bound.skin.inverse_binds) bind = glm::inverse(turn) * bind;
  EXPECT_EQ(told(false).severity, Severity::warning);
  EXPECT_NE(told(false).message.find("quarter turn"), std::string::npos) << told(false).message;
}

}  // namespace
}  // namespace mannequin
