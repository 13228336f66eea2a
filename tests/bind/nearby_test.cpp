#include "engine/bind/nearby.h"

#include <gtest/gtest.h>

#include <cmath>

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
    for (const bool nearest : {true, false}) {
      const auto find = [&](const Vec3& at) {
        return nearest ? nearest_weights(at, trees) : weights_near(at, {1.0, 0.0, 0.0}, trees);
      };
      const NearbyWeights middle = find({0.0, 0.47, z}), left = find({-0.01, 0.47, z}),
                          hardly_left = find({-3e-4, 0.47, z}),
                          nearly = find({-8e-5, 0.47, z});  // the middle where a body's halves differ
      EXPECT_NEAR(weight_of(middle.weights, 0), 0.5, 1e-12) << z;
      EXPECT_NEAR(weight_of(middle.weights, 1), 0.5, 1e-12) << z;
      EXPECT_NEAR(weight_of(left.weights, 0), 1.0, 1e-12) << z;
      EXPECT_NEAR(weight_of(hardly_left.weights, 0), 1.0, 1e-12) << z;
      EXPECT_NEAR(weight_of(nearly.weights, 0), 0.5, 1e-12) << z;
    }
}

// A hollow of two walls that meet at x = 0, with weights that go from one to the other across it.
WeightSource hollow() {
  WeightSource source{"hollow", {}, {{"left", "right"}, {}}};
  for (const double x : {-0.1, 0.0, 0.1})
    for (const double y : {-0.1, 0.1}) {
      source.surface.positions.emplace_back(x, y, std::abs(x));
      source.weights.vertices.push_back({{0, 0.5 - 5.0 * x}, {1, 0.5 + 5.0 * x}});
    }
  for (const std::uint32_t v : {0u, 2u}) {
    source.surface.triangles.push_back({v, v + 2, v + 3});
    source.surface.triangles.push_back({v, v + 3, v + 1});
  }
  return source;
}

// In a hollow the nearest place is up a wall, and that whose normal passes through the point further down it.
class InAHollow : public testing::Test {
 protected:
  double right(const Vec3& facing) const { return weight_of(weights_near(kPoint, facing, trees).weights, 1); }

  static constexpr Vec3 kPoint{0.01, 0.0, 0.02};
  WeightSource source = hollow();
  SourceTrees trees{{&source, 1}};
  double nearest = weight_of(nearest_weights(kPoint, trees).weights, 1);
  Vec3 up_the_wall = trees.normal_at(trees.nearest(kPoint));
};

TEST_F(InAHollow, ClothThatFacesAsTheNearestPlaceDoesBelongsToIt) {
  EXPECT_NEAR(right(up_the_wall), nearest, 1e-12);
}

TEST_F(InAHollow, ClothThatSpansItBelongsFurtherDown) {
  const Vec3 spanning(0.0, 0.0, 1.0);
  ASSERT_LT(glm::dot(up_the_wall, spanning), 0.99);
  EXPECT_LT(right(spanning), nearest - 0.005);
}

TEST_F(InAHollow, TheMoreItIsTurnedTheFurtherDown) {
  double before = nearest + 1e-9;
  for (const double turn : {0.0, 0.3, 0.6, 1.0}) {
    const Vec3 facing = glm::normalize(glm::mix(up_the_wall, Vec3(0.0, 0.0, 1.0), turn));
    EXPECT_LT(right(facing), before) << turn;
    before = right(facing);
  }
}

TEST_F(InAHollow, ClothThatHangsBelongsToTheNearestPlace) {
  const Vec3 off(0.01, 0.0, 0.06);
  const auto there = nearest_weights(off, trees);
  ASSERT_GT(there.distance, 0.03);
  EXPECT_EQ(weight_of(weights_near(off, {0.0, 0.0, 1.0}, trees).weights, 1), weight_of(there.weights, 1));
}

}  // namespace
}  // namespace mannequin::test
