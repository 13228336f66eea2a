#include "engine/fit/level_check.h"

#include <gtest/gtest.h>

namespace mannequin {
namespace {

// A mesh of this many triangles on one joint, with one material.
BoundMeshDesc mesh_of(const std::string& name, std::size_t triangles) {
  BoundMeshDesc bound;
  bound.mesh.name = name;
  bound.mesh.materials = {{"cloth"}, {"trim"}};
  bound.mesh.indices.assign(3 * triangles, 0);
  bound.mesh.faces = {{0, 0, 3, 0, static_cast<std::uint32_t>(3 * triangles)}};
  bound.skin.joint_names = {"mChest", "mTorso"};
  return bound;
}

Findings checked_levels(const std::vector<BoundMeshDesc>& high, const std::vector<BoundMeshDesc>& medium,
                        const std::vector<BoundMeshDesc>& low = {}) {
  const DetailLevel lower[] = {{"dress_LOD2.dae", medium}, {"dress_LOD1.dae", low}};
  return check_levels(high, lower);
}

TEST(LevelCheck, SoundLevelsHaveNoFindings) {
  EXPECT_TRUE(
      checked_levels({mesh_of("dress", 90)}, {mesh_of("dress_LOD2", 30)}, {mesh_of("dress", 10)}).empty());
  EXPECT_TRUE(checked_levels({mesh_of("dress", 90)}, {}, {mesh_of("dress", 90)}).empty())
      << "as many are allowed";
  EXPECT_TRUE(checked_levels({mesh_of("a", 9)}, {mesh_of("Cube.003", 5)}).empty()) << "by its place";
}

TEST(LevelCheck, OtherJoints) {
  BoundMeshDesc medium = mesh_of("dress", 30);
  std::swap(medium.skin.joint_names[0], medium.skin.joint_names[1]);
  const Findings order = checked_levels({mesh_of("dress", 90)}, {medium});
  ASSERT_EQ(order.size(), 1u);
  EXPECT_EQ(order[0].code, "level_joints");
  EXPECT_NE(order[0].message.find("another order"), std::string::npos);
  medium.skin.joint_names = {"mChest", "mNeck"};
  const Findings others = checked_levels({mesh_of("dress", 90)}, {medium});
  ASSERT_EQ(others.size(), 1u);
  EXPECT_EQ(others[0].code, "level_joints");
  EXPECT_EQ(others[0].joint, "mNeck");
}

TEST(LevelCheck, MaterialsOfItsOwn) {
  BoundMeshDesc medium = mesh_of("dress", 30);
  medium.mesh.faces[0].material = 1;
  const Findings findings = checked_levels({mesh_of("dress", 90)}, {medium});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, "level_materials");
  EXPECT_NE(findings[0].message.find("'trim'"), std::string::npos);
}

TEST(LevelCheck, MoreTrianglesThanTheFinerLevel) {
  const Findings findings =
      checked_levels({mesh_of("dress", 90)}, {mesh_of("dress", 30)}, {mesh_of("dress", 31)});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, "level_triangles");
  EXPECT_NE(findings[0].message.find("dress_LOD1.dae"), std::string::npos);
}

TEST(LevelCheck, AMeshThatIsMissing) {
  const Findings findings =
      checked_levels({mesh_of("dress", 90), mesh_of("belt", 9)}, {mesh_of("dress", 30)});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, "level_mesh");
  EXPECT_EQ(findings[0].mesh, "belt");
}

// By hand: at radius 1 m the levels give way at 33.33, 16.67 and 4.17 m, so that rings of 99453.3, 2617.99,
// 818.12 and 54.54 square metres show them; each level has (bytes - 384) / 16 triangles.
TEST(UploadCost, IsWeighedByTheAreaThatShowsEachLevel) {
  const double lowest = (1984.0 - 384.0) / 16.0, high = (32384.0 - 384.0) / 16.0;
  const double expected = (lowest * 99453.34 + 200.0 * 2617.994 + 600.0 * 818.123 + high * 54.5415) /
                          102944.0 / 250000.0 * 15000.0;
  EXPECT_NEAR(download_weight({1984.0, 3584.0, 9984.0, 32384.0}, 1.0), expected, 1e-4);
  // Levels that are not there show the next finer one.
  EXPECT_DOUBLE_EQ(download_weight({0.0, 0.0, 0.0, 32384.0}, 1.0),
                   download_weight({32384.0, 32384.0, 32384.0, 32384.0}, 1.0));
  // A large object shows its high level everywhere.
  EXPECT_NEAR(download_weight({1984.0, 3584.0, 9984.0, 32384.0}, 60.0), high / 250000.0 * 15000.0, 0.01);
}

TEST(UploadCost, LandImpactIsRoundedAndNeverNothing) {
  EXPECT_EQ(land_impact(0.01, 1), 1);
  EXPECT_EQ(land_impact(0.01, 5), 3);
  EXPECT_EQ(land_impact(7.6, 5), 8);
  EXPECT_EQ(generated_triangles(2700, 3), 100u);
}

}  // namespace
}  // namespace mannequin
