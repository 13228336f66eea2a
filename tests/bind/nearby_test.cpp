#include "engine/bind/nearby.h"

#include <gtest/gtest.h>

#include "tests/bind/bind_case.h"

namespace mannequin::test {
namespace {

// Two legs along Y, 40 cm apart along X, each of a group of its own.
WeightSource two_legs() {
  WeightSource source{"legs", tube(), {{"left", "right"}, {}}};
  const Surface right = tube();
  const auto count = static_cast<std::uint32_t>(right.positions.size());
  for (Vec3& p : source.surface.positions) p.x -= 0.2;
  for (const Vec3& p : right.positions) source.surface.positions.push_back(p + Vec3(0.2, 0.0, 0.0));
  for (Surface::Triangle t : right.triangles) {
    for (std::uint32_t& v : t) v += count;
    source.surface.triangles.push_back(t);
  }
  for (std::uint32_t v = 0; v < 2 * count; ++v) source.weights.vertices.push_back({{v / count, 1.0}});
  return source;
}

TEST(Nearby, InTheMiddleOfTwoLegsBothCountAlike) {
  const WeightSource source = two_legs();
  const SourceTrees trees({&source, 1});
  for (const double z : {-0.05, 0.0, 0.05})
    for (const auto& find : {nearest_weights, weights_near}) {
      const NearbyWeights middle = find({0.0, 0.47, z}, trees), left = find({-0.01, 0.47, z}, trees);
      EXPECT_NEAR(weight_of(middle.weights, 0), 0.5, 1e-12) << z;
      EXPECT_NEAR(weight_of(middle.weights, 1), 0.5, 1e-12) << z;
      EXPECT_NEAR(weight_of(left.weights, 0), 1.0, 1e-12) << z;
    }
}

}  // namespace
}  // namespace mannequin::test
