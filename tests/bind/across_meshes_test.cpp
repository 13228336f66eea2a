#include "engine/bind/across_meshes.h"

#include <gtest/gtest.h>

#include "tests/bind/bind_case.h"

namespace mannequin::test {
namespace {

// A tube as the sleeve of one arm, from y on.
Surface sleeve(double y) {
  Surface surface = tube(0.2, 0.04);
  for (Vec3& p : surface.positions) p.y += y;
  return surface;
}

BindOutcome mirrored(const Surface& surface, const std::string& joint, const BindOptions& options) {
  const WeightTable table{{joint},
                          std::vector<std::vector<GroupWeight>>(surface.positions.size(), {{0, 1.0}})};
  auto outcome = bind_weights({&surface, &table, {}, nullptr, {}, nullptr}, options);
  EXPECT_TRUE(outcome);
  return outcome ? std::move(*outcome) : BindOutcome{};
}

TEST(AcrossMeshes, TheRightMeshGetsTheWeightsOfTheLeftOne) {
  const Surface left = sleeve(0.5), right = sleeve(-0.7), far = sleeve(-3.0);
  const std::vector<const Surface*> surfaces = {&left, &right, &far};
  BindOptions options;
  options.method = BindMethod::preserve;
  options.mirror = Mirroring{};
  std::vector<BindOutcome> meshes = {mirrored(left, "mElbowLeft", options),
                                     mirrored(right, "mWristRight", options),
                                     mirrored(far, "mAnkleRight", options)};
  ASSERT_NE(fault_named(meshes[1].faults, "no_counterpart"), nullptr);
  EXPECT_EQ(meshes[1].weights.groups, std::vector<std::string>{"mWristRight"}) << "not the left wrist";
  mirror_meshes(meshes, surfaces, options);
  EXPECT_EQ(meshes[0].weights.groups, std::vector<std::string>{"mElbowLeft"});
  EXPECT_EQ(meshes[1].weights.groups, std::vector<std::string>{"mElbowRight"});
  for (const auto& weights : meshes[1].weights.vertices) {
    ASSERT_EQ(weights.size(), 1u);
    EXPECT_NEAR(weights.front().weight, 1.0, 1e-12);
  }
  EXPECT_TRUE(meshes[1].faults.empty());
  ASSERT_EQ(meshes[2].faults.size(), 1u) << "nothing is on the other side of it";
  EXPECT_EQ(meshes[2].faults.front().vertices.size(), far.positions.size());
  EXPECT_EQ(meshes[2].weights.groups, std::vector<std::string>{"mAnkleRight"});
}

}  // namespace
}  // namespace mannequin::test
