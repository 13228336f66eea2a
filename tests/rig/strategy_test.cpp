#include "engine/rig/strategy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/rig/small_rig.h"

namespace mannequin {
namespace {

using test::bone;
using test::end_at;

// A joint cube about (0, 0, 1) and a few lone vertices, on a mesh two metres high.
BaseMesh tall_mesh() {
  BaseMesh mesh;
  for (int corner = 0; corner < 8; ++corner)
    mesh.positions.push_back(Vec3(corner & 1 ? 0.1 : -0.1, corner & 2 ? 0.1 : -0.1, corner & 4 ? 1.1 : 0.9));
  mesh.positions.insert(mesh.positions.end(), {Vec3(0.004, 0, 1),             // 8: near the cube's middle
                                               Vec3(1, 0, 0), Vec3(1, 0, 2),  // 9, 10: height
                                               Vec3(2, 0, 1), Vec3(2.1, 0, 1.02)});  // 11, 12: a pair
  mesh.groups["joint-a"] = {0, 1, 2, 3, 4, 5, 6, 7};
  return mesh;
}

BoneEnd chosen(const Vec3& position) {
  const BaseMesh mesh = tall_mesh();
  return VertexRemaps(mesh, mesh).choose(position);
}

TEST(ChooseStrategy, PrefersCubesThenVerticesThenPairs) {
  EXPECT_EQ(chosen({0, 0, 1}).strategy, EndStrategy::cube);
  EXPECT_EQ(chosen({0, 0, 1}).cube, "joint-a");
  EXPECT_EQ(chosen({-0.009, 0, 1}).strategy, EndStrategy::cube);  // within a centimetre
  // Off the cube by more than a millimetre, on the vertex to less.
  EXPECT_EQ(chosen({0.0035, 0, 1}).strategy, EndStrategy::vertex);
  EXPECT_EQ(chosen({0.0035, 0, 1}).vertices, std::vector<int>{8});
  EXPECT_EQ(chosen({0.002, 0, 1}).strategy, EndStrategy::cube);
  EXPECT_EQ(chosen({2.005, 0, 1}).strategy, EndStrategy::vertex);
  EXPECT_EQ(chosen({2.05, 0, 1.01}).strategy, EndStrategy::mean);
  EXPECT_EQ(chosen({2.05, 0, 1.01}).vertices, (std::vector<int>{11, 12}));
  EXPECT_EQ(chosen({2.05, 0, 1.028}).strategy, EndStrategy::mean);   // 18 mm off
  EXPECT_EQ(chosen({2.05, 0, 1.031}).strategy, EndStrategy::fixed);  // over 2 cm
  EXPECT_EQ(chosen({0.5, 0.5, 0.5}).strategy, EndStrategy::fixed);
  EXPECT_EQ(chosen({0.5, 0.5, 0.5}).default_position, Vec3(0.5, 0.5, 0.5));
}

TEST(SavedRig, KeepsStrategiesAndMovesTheRest) {
  const BaseMesh mesh = [] {
    BaseMesh made = tall_mesh();
    made.scale_factor = 0.2;
    return made;
  }();
  BoneDesc desc = bone("a", "", test::end_at(EndStrategy::vertex, {9}), end_at({0, 0, 1}));
  desc.head.offset = Vec3(1, 0, 0);
  desc.roll = 1.5;
  desc.roll_strategy = RollStrategy::z_to_world_z;
  RigDesc rig_desc;
  rig_desc.source = "r.json";
  rig_desc.scale_factor = 0.1;
  rig_desc.bones = {desc};
  const Rig rig = Rig::build(std::move(rig_desc)).value();
  const RigFit fit = fit_rig(rig, mesh).value();
  EXPECT_EQ(fit.bones[0].head, Vec3(3, 0, 0));
  const RigDesc kept = saved_rig(rig, fit, mesh, nullptr, StrategySaving::keep);
  EXPECT_EQ(kept.bones[0].head.strategy, EndStrategy::vertex);
  EXPECT_EQ(kept.bones[0].head.default_position, Vec3(3, 0, 0));
  EXPECT_EQ(*kept.bones[0].head.offset, Vec3(2, 0, 0));
  EXPECT_EQ(kept.scale_factor, 0.2);
  EXPECT_EQ(kept.bones[0].roll, 0.0);
  EXPECT_EQ(kept.bones[0].tail.strategy, EndStrategy::fixed);
  // Loaded again on the same mesh, everything is where it was.
  const RigFit again = fit_rig(Rig::build(kept).value(), mesh).value();
  EXPECT_EQ(again.bones[0].head, fit.bones[0].head);
  EXPECT_EQ(again.bones[0].world_from_bone, fit.bones[0].world_from_bone);
  const RigDesc anew = saved_rig(rig, fit, mesh, nullptr, StrategySaving::choose);
  EXPECT_EQ(anew.bones[0].tail.strategy, EndStrategy::cube);
  EXPECT_EQ(anew.bones[0].head.strategy, EndStrategy::vertex);  // nothing near (3, 0, 0), so what it had
  EXPECT_EQ(*anew.bones[0].head.offset, Vec3(2, 0, 0));
}

TEST(PointTree, FindsWhatASearchThroughAllFinds) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> coordinate(0, 9);  // coarse, so that many are equally near
  std::vector<Vec3> points(500);
  for (Vec3& p : points) p = Vec3(coordinate(random), coordinate(random), coordinate(random));
  const PointTree tree(points);
  for (int i = 0; i < 300; ++i) {
    const Vec3 to = 0.5 * Vec3(coordinate(random), 2 * coordinate(random), 2 * coordinate(random));
    const auto nearest =
        std::ranges::min_element(points, {}, [&](const Vec3& p) { return glm::length(p - to); });
    const auto found = tree.nearest(to, 100.0);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->point, static_cast<std::uint32_t>(nearest - points.begin()));
    EXPECT_FALSE(tree.nearest(to, found->distance));
  }
  EXPECT_FALSE(PointTree({}).nearest({0, 0, 0}, 1.0));
}

}  // namespace
}  // namespace mannequin
