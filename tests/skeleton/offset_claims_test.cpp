#include "engine/skeleton/offset_claims.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace mannequin {
namespace {

// A chain of five joints, 0.1 m apart.
Skeleton numbered_chain() {
  SkeletonDesc desc{"test", {}};
  for (int j = 0; j < 5; ++j) {
    JointDesc joint;
    joint.name = "j" + std::to_string(j);
    joint.aliases = {"alias" + std::to_string(j)};
    if (j > 0) joint.parent = "j" + std::to_string(j - 1);
    joint.position = Vec3(0.0, 0.0, 0.1);
    joint.scale = Vec3(1.0, 1.0, 2.0);
    desc.joints.push_back(std::move(joint));
  }
  return Skeleton::build(std::move(desc)).value();
}

WornOffsets mesh(std::uint32_t id, std::vector<WornOffsets::Position> joints, bool lock = false) {
  WornOffsets worn;
  worn.mesh_id = Uuid::numbered(id);
  worn.lock_scale = lock;
  worn.joints = std::move(joints);
  return worn;
}

TEST(OffsetClaimsTest, TheGreatestIdStandsFirstWhateverWasWornFirst) {
  const Skeleton skeleton = numbered_chain();
  const std::vector<WornOffsets> worn = {
      mesh(3, {{"j1", {1, 0, 0}}}), mesh(9, {{"alias1", {2, 0, 0}}}, true),
      mesh(5, {{"j1", {3, 0, 0}}, {"j2", {0, 0, 0.1}}, {"nobody", {1, 1, 1}}})};
  const OffsetClaims claims = offset_claims(skeleton, worn);
  ASSERT_EQ(claims.joints.size(), 1u) << "j2 stands where it does anyway";
  EXPECT_EQ(claims.joints[0].joint, skeleton.find("j1"));
  const auto& positions = claims.joints[0].positions;
  ASSERT_EQ(positions.size(), 3u);
  EXPECT_EQ(positions[0].worn, 1u);
  EXPECT_EQ(positions[1].worn, 2u);
  EXPECT_EQ(positions[2].worn, 0u);
  EXPECT_EQ(positions[2].value, Vec3(1, 0, 0));
  ASSERT_EQ(claims.joints[0].scales.size(), 1u);
  EXPECT_EQ(claims.joints[0].scales[0].value, Vec3(1, 1, 2));
}

TEST(OffsetClaimsTest, WithoutOneTheNextOrTheSlidersHaveTheJoint) {
  const Skeleton skeleton = numbered_chain();
  std::vector<WornOffsets> worn = {mesh(3, {{"j1", {1, 0, 0}}, {"j3", {1, 1, 1}}}),
                                   mesh(9, {{"j1", {2, 0, 0}}}, true)};
  worn[0].pelvis_offset = 0.25;
  const RemovalEffect without_second = removal_effect(skeleton, worn, 1);
  ASSERT_EQ(without_second.joints.size(), 1u);
  EXPECT_TRUE(without_second.joints[0].position_changes);
  EXPECT_EQ(without_second.joints[0].position->value, Vec3(1, 0, 0));
  EXPECT_TRUE(without_second.joints[0].scale_changes);
  EXPECT_FALSE(without_second.joints[0].scale);
  EXPECT_FALSE(without_second.pelvis_changes);
  const RemovalEffect without_first = removal_effect(skeleton, worn, 0);
  ASSERT_EQ(without_first.joints.size(), 1u) << "the second has j1 either way";
  EXPECT_EQ(without_first.joints[0].joint, skeleton.find("j3"));
  EXPECT_FALSE(without_first.joints[0].position);
  EXPECT_TRUE(without_first.pelvis_changes);
  EXPECT_EQ(without_first.pelvis_offset, 0.0);
}

TEST(OffsetClaimsTest, OfTwoCopiesOneCountsAndTakingOneOffChangesNothing) {
  const Skeleton skeleton = numbered_chain();
  const std::vector<WornOffsets> worn = {mesh(3, {{"j1", {1, 0, 0}}}), mesh(3, {{"j1", {1, 0, 0}}})};
  EXPECT_EQ(offset_claims(skeleton, worn).joints.at(0).positions.size(), 1u);
  EXPECT_TRUE(removal_effect(skeleton, worn, 0).joints.empty());
  EXPECT_TRUE(removal_effect(skeleton, worn, 1).joints.empty());
}

// The account must be that of the rules themselves.
TEST(OffsetClaimsTest, TheFirstClaimIsTheOneThatResolves) {
  const Skeleton skeleton = numbered_chain();
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<WornOffsets> worn;
    for (std::size_t i = 0, count = random() % 6; i < count; ++i) {
      std::vector<WornOffsets::Position> joints;
      for (std::size_t k = 0, entries = random() % 6; k < entries; ++k)
        joints.push_back({(random() % 2 ? "j" : "alias") + std::to_string(random() % 6),
                          Vec3(0.0, 0.0, 0.1 * static_cast<double>(random() % 3))});
      worn.push_back(mesh(static_cast<std::uint32_t>(random() % 5), std::move(joints), random() % 2 == 0));
      worn.back().pelvis_offset = 0.5 * static_cast<double>(random() % 3);
    }
    const JointOffsets resolved = resolve_offsets(skeleton, worn);
    const OffsetClaims claims = offset_claims(skeleton, worn);
    std::size_t positions = 0, scales = 0;
    for (const JointClaims& joint : claims.joints) {
      const auto slot = static_cast<std::size_t>(joint.joint);
      ASSERT_FALSE(joint.positions.empty());
      ASSERT_TRUE(resolved.position[slot]);
      EXPECT_EQ(resolved.position[slot]->value, joint.positions[0].value);
      EXPECT_EQ(resolved.position[slot]->mesh_id, worn[joint.positions[0].worn].mesh_id);
      ++positions;
      if (joint.scales.empty()) continue;
      ASSERT_TRUE(resolved.scale[slot]);
      EXPECT_EQ(resolved.scale[slot]->mesh_id, worn[joint.scales[0].worn].mesh_id);
      ++scales;
    }
    const auto set = [](const auto& offset) { return offset.has_value(); };
    EXPECT_EQ(positions, static_cast<std::size_t>(std::ranges::count_if(resolved.position, set)));
    EXPECT_EQ(scales, static_cast<std::size_t>(std::ranges::count_if(resolved.scale, set)));
    EXPECT_EQ(resolved.pelvis_offset, claims.pelvis.empty() ? 0.0 : claims.pelvis[0].value);
  }
}

}  // namespace
}  // namespace mannequin
