#include "engine/rig/fit.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/rig/small_rig.h"

namespace mannequin {
namespace {

using test::bone;
using test::end_at;
using test::end_at_cube;

void expect_near(const Vec3& a, const Vec3& b) {
  EXPECT_LT(glm::length(a - b), 1e-12) << a.x << ' ' << a.y << ' ' << a.z;
}

// Heads by the given ends, all tails elsewhere.
std::vector<FittedBone> fitted(const std::vector<BoneEnd>& heads,
                               std::optional<double> scale = std::nullopt) {
  RigDesc desc;
  desc.source = "r.json";
  desc.scale_factor = scale;
  for (std::size_t i = 0; i < heads.size(); ++i)
    desc.bones.push_back(bone("b" + std::to_string(i), "", heads[i], end_at({0, 0, 100})));
  return fit_rig(Rig::build(std::move(desc)).value(), test::small_base_mesh()).value().bones;
}

TEST(FitRig, FindsEachEndByItsStrategy) {
  const auto bones =
      fitted({end_at_cube("joint-a"), end_at(EndStrategy::vertex, {9}), end_at(EndStrategy::mean, {8, 9, 10}),
              end_at(EndStrategy::mean, {8, 11}), end_at(EndStrategy::xyz, {8, 9, 10}), end_at({5, 5, 5})});
  expect_near(bones[0].head, {0, 0, 10});
  expect_near(bones[1].head, {4, 5, 6});
  expect_near(bones[2].head, {4, 5, 6});
  expect_near(bones[3].head, {0.5, 1, 11.5});
  expect_near(bones[4].head, {1, 5, 9});
  expect_near(bones[5].head, {5, 5, 5});
  for (std::size_t i = 0; i < 5; ++i) EXPECT_TRUE(bones[i].head_found) << i;
  EXPECT_FALSE(bones[5].head_found);
}

TEST(FitRig, FallsBackToTheDefaultPositionWithoutItsOffset) {
  std::vector<BoneEnd> ends = {end_at_cube("joint-b"),
                               end_at_cube("joint-empty"),
                               end_at_cube("JointCubes"),  // not counted: no "joint" in it
                               end_at(EndStrategy::vertex, {12}),
                               end_at(EndStrategy::vertex, {-1}),
                               end_at(EndStrategy::mean, {}),
                               end_at(EndStrategy::mean, {0, 12}),
                               end_at(EndStrategy::xyz, {0, 1})};
  for (BoneEnd& end : ends) end.offset = Vec3(1, 1, 1);
  for (const FittedBone& bone : fitted(ends)) {
    EXPECT_FALSE(bone.head_found);
    expect_near(bone.head, {-1, -2, -3});
  }
}

TEST(FitRig, ScalesOffsetsWithTheMesh) {
  BoneEnd end = end_at(EndStrategy::vertex, {8});
  end.offset = Vec3(10, 0, -2);
  expect_near(fitted({end})[0].head, {11, 2, 1});
  expect_near(fitted({end}, 0.1)[0].head, {11, 2, 1});
  expect_near(fitted({end}, 0.2)[0].head, {6, 2, 2});  // saved on a mesh of twice the scale
}

TEST(FitRig, FollowsTheMesh) {
  BaseMesh mesh = test::small_base_mesh();
  const Rig rig = test::rig_of({bone("a", "", end_at_cube("joint-a"), end_at(EndStrategy::mean, {8, 9}))});
  for (Vec3& p : mesh.positions) p = Vec3(2, 3, 4) * p + Vec3(1, 0, 0);
  const FittedBone fitted = fit_rig(rig, mesh).value().bones[0];
  expect_near(fitted.head, {1, 0, 40});
  expect_near(fitted.tail, {6, 10.5, 18});
}

TEST(FitRig, PlacesTheRestFrame) {
  BoneDesc up = bone("a", "", end_at({1, 2, 3}), end_at({1, 2, 7}));
  up.roll = std::numbers::pi / 2.0;
  const Mat4 m = fit_rig(test::rig_of({up}), test::small_base_mesh()).value().bones[0].world_from_bone;
  expect_near(Vec3(m[0]), {0, 1, 0});
  expect_near(Vec3(m[1]), {0, 0, 1});
  expect_near(Vec3(m[2]), {1, 0, 0});
  expect_near(Vec3(m[3]), {1, 2, 3});
}

TEST(FitRig, WorksOutRollsByTheirStrategies) {
  BoneDesc base = bone("a", "", end_at({0, 0, 0}), end_at({3, 0, 0}));
  base.roll = 1.0;
  std::vector<BoneDesc> bones(5, base);
  for (std::size_t i = 0; i < bones.size(); ++i) bones[i].name = "b" + std::to_string(i);
  bones[1].roll_strategy = RollStrategy::z_to_world_z;
  bones[2].roll_strategy = RollStrategy::x_to_world_x;  // along the bone: no roll
  bones[3].roll_strategy = RollStrategy::z_to_reference;
  bones[3].roll_reference_z = Vec3(0.3, 2, 0);
  bones[4].roll_strategy = RollStrategy::z_to_reference;  // nothing to refer to: as stored
  const auto fitted = fit_rig(test::rig_of(bones), test::small_base_mesh()).value().bones;
  EXPECT_EQ(fitted[0].roll, 1.0);
  EXPECT_NEAR(fitted[1].roll, 0.0, 1e-15);
  expect_near(Vec3(fitted[1].world_from_bone[2]), {0, 0, 1});
  EXPECT_EQ(fitted[2].roll, 0.0);
  EXPECT_NEAR(fitted[3].roll, -std::numbers::pi / 2.0, 1e-12);
  expect_near(Vec3(fitted[3].world_from_bone[2]), {0, 1, 0});
  EXPECT_EQ(fitted[4].roll, 1.0);
}

TEST(FitRig, ABoneWithoutLengthCountsAsOneAlongY) {
  const Rig rig = test::rig_of({bone("a", "", end_at({1, 1, 1}), end_at({1, 1, 1}))});
  const Mat4 m = fit_rig(rig, test::small_base_mesh()).value().bones[0].world_from_bone;
  expect_near(Vec3(m[1]), {0, 1, 0});
  EXPECT_NEAR(glm::determinant(m), 1.0, 1e-15);
}

TEST(FitRig, ASubRigHasItsParentsCubesAndItsOwnVertices) {
  RigDesc desc;
  desc.source = "sub.json";
  desc.is_subrig = true;
  desc.bones = {bone("a", "", end_at_cube("joint-a"), end_at(EndStrategy::vertex, {0}))};
  const Rig rig = Rig::build(std::move(desc)).value();
  BaseMesh own;
  own.positions = {Vec3(9, 9, 9)};
  own.groups["joint-a"] = {0};
  const auto alone = fit_rig(rig, own);
  ASSERT_FALSE(alone);
  EXPECT_NE(alone.error().message().find("sub-rig"), std::string::npos);
  const BaseMesh parent = test::small_base_mesh();
  const FittedBone fitted = fit_rig(rig, own, &parent).value().bones[0];
  expect_near(fitted.head, {0, 0, 10});
  expect_near(fitted.tail, {9, 9, 9});
}

}  // namespace
}  // namespace mannequin
