#include "engine/mesh/skin.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace mannequin {
namespace {

constexpr float kNanWeight = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// A chain of six bones; the second has an alias.
Skeleton chain() {
  SkeletonDesc desc;
  desc.source = "chain";
  const char* names[] = {"mPelvis", "mTorso", "mChest", "mNeck", "mHead", "mSkull"};
  for (std::size_t i = 0; i < 6; ++i) {
    JointDesc joint;
    joint.name = names[i];
    if (i > 0) joint.parent = names[i - 1];
    if (i == 1) joint.aliases = {"abdomen"};
    joint.position = {0, 0, 0.1};
    desc.joints.push_back(joint);
  }
  return Skeleton::build(desc).value();
}

Mesh triangle() {
  MeshDesc desc;
  desc.name = "leaf";
  desc.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  desc.normals.assign(3, {0, 0, 1});
  desc.uvs.assign(3, {0, 0});
  desc.indices = {0, 1, 2};
  desc.materials = {{"m"}};
  desc.faces = {{0, 0, 3, 0, 3}};
  return Mesh::build(desc).value();
}

// Bound to all six; `first` are the influences of vertex 0, the others follow joint 0.
SkinDesc skin_desc(const std::vector<InfluenceDesc>& first) {
  SkinDesc desc;
  desc.joint_names = {"mPelvis", "mTorso", "mChest", "mNeck", "mHead", "mSkull"};
  desc.inverse_binds.assign(6, Mat4(1.0));
  desc.influences = first;
  desc.influence_begin = {0, static_cast<std::uint32_t>(first.size())};
  for (std::uint32_t v = 1; v < 3; ++v) {
    desc.influences.push_back({0, 1.0f});
    desc.influence_begin.push_back(static_cast<std::uint32_t>(desc.influences.size()));
  }
  return desc;
}

Skin built(const std::vector<InfluenceDesc>& first) {
  auto skin = Skin::build(skin_desc(first), triangle(), chain());
  EXPECT_TRUE(skin) << skin.error().message();
  return std::move(*skin);
}

VertexInfluences reduced(const std::vector<InfluenceDesc>& first) { return built(first).influences()[0]; }

void expect_influences(const VertexInfluences& found, const std::vector<InfluenceDesc>& expected) {
  for (std::size_t k = 0; k < kMaxInfluences; ++k) {
    if (k < expected.size()) {
      EXPECT_EQ(found.joint[k], expected[k].joint) << k;
      EXPECT_FLOAT_EQ(found.weight[k], expected[k].weight) << k;
    } else {
      EXPECT_EQ(found.weight[k], 0.0f) << k;
    }
  }
}

void expect_refused(SkinDesc desc, const std::string& part) {
  const auto skin = Skin::build(std::move(desc), triangle(), chain());
  ASSERT_FALSE(skin) << part;
  EXPECT_EQ(skin.error().code, ErrorCode::bad_data);
  EXPECT_NE(skin.error().message().find(part), std::string::npos) << skin.error().message();
}

// As in-world; on other rigs, which nobody wears there, it stays where it is bound.
TEST(SkinInfluences, VertexWithoutAnyFollowsTheFirstJointOfTheAvatar) {
  const Skin skin = built({});
  expect_influences(skin.influences()[0], {{0, 1.0f}});
  EXPECT_EQ(skin.bind_slot(), 6);
  ASSERT_EQ(skin.unbound_vertices().size(), 1u);
  EXPECT_EQ(skin.unbound_vertices()[0], 0u);
}

// The importer keeps weights by position, so that a seam does not open.
TEST(SkinInfluences, VertexWithoutAnyFollowsAnotherAtItsPlace) {
  MeshDesc desc;
  desc.name = "seam";
  desc.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  desc.normals.assign(6, {0, 0, 1});
  desc.uvs.assign(6, {0, 0});
  desc.indices = {0, 1, 2, 3, 5, 4};
  desc.materials = {{"m"}};
  desc.faces = {{0, 0, 6, 0, 6}};
  const Mesh seam = Mesh::build(desc).value();
  SkinDesc skin = skin_desc({{3, 1.0f}});
  skin.influences = {{2, 1.0f}, {3, 0.5f}, {4, 0.5f}};
  skin.influence_begin = {0, 1, 1, 1, 3, 3, 3};  // of 0 and 3 only; 3 is where 1 is
  const auto made = Skin::build(skin, seam, chain());
  ASSERT_TRUE(made) << made.error().message();
  EXPECT_EQ(made->influences()[1].joint, made->influences()[3].joint);
  EXPECT_EQ(made->influences()[1].weight, made->influences()[3].weight);
  EXPECT_EQ(std::vector<std::uint32_t>(made->unbound_vertices().begin(), made->unbound_vertices().end()),
            (std::vector<std::uint32_t>{2, 4, 5}));
}

TEST(SkinInfluences, OneCountsAsOneWhateverItsWeight) {
  for (const float weight : {1.0f, 0.5f, 0.001f, 1e-30f, 1e-45f, 7.0f, 3e38f})
    expect_influences(reduced({{3, weight}}), {{3, 1.0f}});
}

TEST(SkinInfluences, WeightZeroIsAbsent) {
  expect_influences(reduced({{1, 0.0f}, {2, 0.4f}, {3, 0.0f}}), {{2, 1.0f}});
  EXPECT_EQ(built({{1, 0.0f}}).unbound_vertices().size(), 1u);
}

TEST(SkinInfluences, NegativeIsAbsent) {
  expect_influences(reduced({{1, -0.5f}, {2, 0.25f}, {3, 0.75f}}), {{3, 0.75f}, {2, 0.25f}});
  EXPECT_EQ(built({{1, -1.0f}}).unbound_vertices().size(), 1u);
}

TEST(SkinInfluences, WhatIsNotFiniteIsAbsent) {
  expect_influences(reduced({{1, kNanWeight}, {2, 0.25f}, {3, kInfinity}, {4, 0.25f}}),
                    {{4, 0.5f}, {2, 0.5f}});
  EXPECT_EQ(built({{1, kNanWeight}}).unbound_vertices().size(), 1u);
}

TEST(SkinInfluences, SumsOtherThanOneAreDividedOut) {
  expect_influences(reduced({{1, 0.1f}, {2, 0.3f}}), {{2, 0.75f}, {1, 0.25f}});
  expect_influences(reduced({{1, 2.0f}, {2, 6.0f}}), {{2, 0.75f}, {1, 0.25f}});
  expect_influences(reduced({{1, 3e38f}, {2, 3e38f}}), {{2, 0.5f}, {1, 0.5f}});
}

TEST(SkinInfluences, FourGreatestOfFiveRemain) {
  const Skin skin = built({{0, 0.1f}, {1, 0.3f}, {2, 0.2f}, {3, 0.25f}, {4, 0.15f}});
  expect_influences(skin.influences()[0],
                    {{1, 0.3f / 0.9f}, {3, 0.25f / 0.9f}, {2, 0.2f / 0.9f}, {4, 0.15f / 0.9f}});
  ASSERT_EQ(skin.reduced_vertices().size(), 1u);
  EXPECT_EQ(skin.reduced_vertices()[0], 0u);
  // Five of which one counts for nothing are four.
  EXPECT_TRUE(built({{0, 0.1f}, {1, 0.3f}, {2, 0.2f}, {3, 0.25f}, {4, 0.0f}}).reduced_vertices().empty());
}

TEST(SkinInfluences, OfEqualWeightsTheHigherJointStandsFirst) {
  expect_influences(reduced({{0, 0.2f}, {1, 0.2f}, {2, 0.2f}, {3, 0.2f}, {4, 0.2f}}),
                    {{4, 0.25f}, {3, 0.25f}, {2, 0.25f}, {1, 0.25f}});
}

TEST(SkinInfluences, AJointNamedTwiceKeepsBothEntries) {
  expect_influences(reduced({{1, 0.25f}, {1, 0.25f}, {2, 0.5f}}), {{2, 0.5f}, {1, 0.25f}, {1, 0.25f}});
}

TEST(SkinPruning, RemovesJointsWithoutWeightAndRenumbersTheRest) {
  SkinDesc skin;
  skin.joint_names = {"mPelvis", "mTorso", "mChest", "mNeck"};
  skin.inverse_binds = {Mat4(1.0), Mat4(2.0), Mat4(3.0), Mat4(4.0)};
  skin.influence_begin = {0, 2, 4};
  skin.influences = {{3, 0.5f}, {0, 0.0f}, {1, 1.0f}, {3, 0.25f}};
  EXPECT_EQ(prune_unused_joints(skin), 2u);
  EXPECT_EQ(skin.joint_names, (std::vector<std::string>{"mTorso", "mNeck"}));
  EXPECT_EQ(skin.inverse_binds, (std::vector<Mat4>{Mat4(2.0), Mat4(4.0)}));
  EXPECT_EQ(skin.influence_begin, (std::vector<std::uint32_t>{0, 1, 3}));
  ASSERT_EQ(skin.influences.size(), 3u);
  EXPECT_EQ(skin.influences[0].joint, 1u);
  EXPECT_EQ(skin.influences[1].joint, 0u);
  EXPECT_EQ(skin.influences[2].weight, 0.25f);
  EXPECT_EQ(prune_unused_joints(skin), 0u);
  // A skin needs a joint, so one without any weight keeps them all.
  for (InfluenceDesc& influence : skin.influences) influence.weight = 0.0f;
  EXPECT_EQ(prune_unused_joints(skin), 0u);
  EXPECT_EQ(skin.joint_names.size(), 2u);
}

TEST(SkinBuild, ResolvesNamesAndAliases) {
  SkinDesc desc = skin_desc({});
  desc.joint_names[1] = "abdomen";
  const Skeleton skeleton = chain();
  const auto skin = Skin::build(desc, triangle(), skeleton);
  ASSERT_TRUE(skin) << skin.error().message();
  EXPECT_EQ(skeleton[skin->joints()[1]].name, "mTorso");
  EXPECT_EQ(skin->desc().joint_names[1], "abdomen");
  EXPECT_EQ(skin->joint_count(), 6u);
  EXPECT_EQ(skin->palette_size(), 7u);
}

TEST(SkinBuild, NamesUnknownJointsAndTheNearestKnownOne) {
  SkinDesc desc = skin_desc({});
  desc.joint_names[2] = "mChset";
  desc.joint_names[4] = "Bone.001";
  expect_refused(desc,
                 "2 joints that the skeleton does not have: 'mChset' (did you mean 'mChest'?), 'Bone.001'");
  for (std::string& name : desc.joint_names) name = std::string(100'000, 'x');
  const auto skin = Skin::build(desc, triangle(), chain());
  ASSERT_FALSE(skin);
  EXPECT_NE(skin.error().what.find("and 1 more"), std::string::npos);
  EXPECT_LT(skin.error().what.size(), 1000u);
}

TEST(SkinBuild, RefusesCountsThatDoNotMatch) {
  SkinDesc desc = skin_desc({});
  desc.inverse_binds.pop_back();
  expect_refused(desc, "5 inverse bind matrices for 6 joints");
  desc = skin_desc({});
  desc.joint_positions.resize(3);
  expect_refused(desc, "3 joint positions for 6 joints");
  desc = skin_desc({});
  desc.influence_begin.pop_back();
  expect_refused(desc, "influences of 2 vertices, but the mesh has 3");
  desc = skin_desc({});
  desc.influence_begin.back() = 7;
  expect_refused(desc, "out of order");
  desc = skin_desc({});
  desc.influence_begin[1] = 2;
  desc.influence_begin[2] = 1;
  expect_refused(desc, "out of order");
  desc = skin_desc({});
  desc.influence_begin.clear();
  expect_refused(desc, "influences of 0 vertices");
}

TEST(SkinBuild, RefusesJointIndicesOutOfRange) {
  expect_refused(skin_desc({{6, 1.0f}}), "vertex 0: is weighted to joint 6");
}

TEST(SkinBuild, RefusesUnusableMatrices) {
  SkinDesc desc = skin_desc({});
  desc.bind_shape[3][1] = kNanWeight;
  expect_refused(desc, "bind shape matrix has a number that is not finite");
  desc = skin_desc({});
  desc.bind_shape[2] = Vec4(0.0);
  expect_refused(desc, "flattens the mesh");
  desc = skin_desc({});
  desc.bind_shape[1] = desc.bind_shape[0];
  expect_refused(desc, "flattens the mesh");
  desc = skin_desc({});
  desc.bind_shape[0][3] = 1.0;
  expect_refused(desc, "may be written transposed");
  desc = skin_desc({});
  desc.inverse_binds[3][0][0] = kInfinity;
  expect_refused(desc, "joint 'mNeck': the inverse bind matrix has a number that is not finite");
  desc = skin_desc({});
  desc.inverse_binds[3][1][3] = 0.7;
  expect_refused(desc, "joint 'mNeck': the last row of the inverse bind matrix");
  desc = skin_desc({});
  desc.joint_positions.resize(6);
  desc.joint_positions[5] = Vec3(0.0, kNanWeight, 0.0);
  expect_refused(desc, "joint 'mSkull': the joint position");
}

TEST(SkinBuild, TakesASmallBindShapeAndASingularInverseBind) {
  SkinDesc desc = skin_desc({});
  desc.bind_shape = Mat4(1e-6);
  desc.bind_shape[3][3] = 1.0;
  desc.inverse_binds[0] = Mat4(0.0);
  desc.inverse_binds[0][3][3] = 1.0;
  EXPECT_TRUE(Skin::build(desc, triangle(), chain()));
}

TEST(SkinBuild, AMeshWithoutJointsStaysWhereItIs) {
  const auto skin = Skin::build(SkinDesc{}, triangle(), chain());
  ASSERT_TRUE(skin) << skin.error().message();
  EXPECT_EQ(skin->palette_size(), 1u);
  EXPECT_EQ(skin->unbound_vertices().size(), 3u);
  expect_influences(skin->influences()[2], {{skin->bind_slot(), 1.0f}});
}

}  // namespace
}  // namespace mannequin
