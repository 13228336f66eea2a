#include "engine/bind/carry.h"

#include <gtest/gtest.h>

#include "tests/bind/bind_case.h"

namespace mannequin::test {
namespace {

// Along the tube from "upper" to "lower".
WeightTable weights_along(const Surface& surface) {
  WeightTable table{{"upper", "lower"}, {}};
  for (const Vec3& p : surface.positions) table.vertices.push_back({{0, 1.0 - p.y}, {1, p.y}});
  return table;
}

TEST(Carry, AMeshOfTheSameTopologyKeepsItsWeightsWhereverItsVerticesGo) {
  const Surface before = tube();
  Surface now = before;
  for (Vec3& p : now.positions) p = Vec3(3.0 * p.z, p.x + 0.5, -2.0 * p.y);
  const WeightTable weights = weights_along(before);
  const auto carried = carry_weights(before, weights, now);
  ASSERT_TRUE(carried) << carried.error().message();
  EXPECT_EQ(carried->same, now.positions.size());
  for (std::size_t v = 0; v < now.positions.size(); ++v)
    EXPECT_EQ(weight_of(carried->weights.vertices[v], 0), weight_of(weights.vertices[v], 0));
}

TEST(Carry, OtherwisePlacesDecide) {
  const Surface before = tube();
  // The same tube with its vertices in the opposite order, one moved along the surface, and another tube far
  // away.
  Surface now = before;
  std::ranges::reverse(now.positions);
  const auto last = static_cast<std::uint32_t>(now.positions.size() - 1);
  for (auto& t : now.triangles)
    for (std::uint32_t& v : t) v = last - v;
  const std::uint32_t moved = last - 8 * 4;
  now.positions[moved].y += 0.03;
  const auto count = static_cast<std::uint32_t>(now.positions.size());
  for (std::uint32_t v = 0; v < count; ++v) now.positions.push_back(now.positions[v] + Vec3(4.0, 0.0, 0.0));
  for (std::size_t t = 0, all = now.triangles.size(); t < all; ++t) {
    Surface::Triangle far = now.triangles[t];
    for (std::uint32_t& v : far) v += count;
    now.triangles.push_back(far);
  }
  now.edges = triangle_edges(now.triangles);
  const auto carried = carry_weights(before, weights_along(before), now);
  ASSERT_TRUE(carried) << carried.error().message();
  EXPECT_EQ(carried->same, count - 1);
  EXPECT_EQ(carried->interpolated, 1u);
  EXPECT_EQ(carried->made_up, count);
  for (std::uint32_t v = 0; v < count; ++v)
    EXPECT_NEAR(weight_of(carried->weights.vertices[v], 1), now.positions[v].y, v == moved ? 1e-6 : 1e-9)
        << v;
  EXPECT_NE(fault_named(carried->faults, "not_matched"), nullptr);
}

TEST(Carry, WeightsOfAnotherMeshAreRefused) {
  EXPECT_FALSE(carry_weights(tube(), {{"upper"}, {{}}}, tube()));
  EXPECT_TRUE(carry_weights({}, {}, {}));
}

}  // namespace
}  // namespace mannequin::test
