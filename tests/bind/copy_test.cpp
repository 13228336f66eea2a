#include "engine/bind/copy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/bind/bind_case.h"

namespace mannequin::test {
namespace {

// A tube whose weights go evenly from "upper" to "lower" along it.
WeightSource graded(Surface surface) {
  WeightSource source{"tube", std::move(surface), {{"upper", "lower"}, {}}};
  for (const Vec3& p : source.surface.positions)
    source.weights.vertices.push_back({{0, 1.0 - p.y}, {1, p.y}});
  return source;
}

TEST(Copy, NearestFaceInterpolatesAndNearestVertexDoesNot) {
  const WeightSource source = graded(tube());
  Surface shirt;
  shirt.positions = {{0.12, 0.33, 0.0}};
  const auto face = copy_weights(shirt, SourceTrees({&source, 1}));
  const auto vertex = copy_weights(shirt, SourceTrees({&source, 1}, Nearest::vertex));
  ASSERT_TRUE(face && vertex);
  EXPECT_NEAR(weight_of(face->weights.vertices[0], 1), 0.33, 1e-9);
  EXPECT_NEAR(weight_of(vertex->weights.vertices[0], 1), 0.3, 1e-9);
}

TEST(Copy, OfSeveralSourcesTheNearestCounts) {
  std::vector<WeightSource> sources = {graded(tube()), graded(tube())};
  for (Vec3& p : sources[1].surface.positions) p.x += 1.0;
  sources[1].weights.groups = {"other", "lower"};
  Surface shirt;
  shirt.positions = {{0.12, 0.0, 0.0}, {0.88, 0.0, 0.0}};
  const auto bound = copy_weights(shirt, SourceTrees(sources));
  ASSERT_TRUE(bound);
  EXPECT_EQ(bound->weights.groups, (std::vector<std::string>{"upper", "lower", "other"}));
  EXPECT_NEAR(weight_of(bound->weights.vertices[0], 0), 1.0, 1e-9);
  EXPECT_NEAR(weight_of(bound->weights.vertices[1], 2), 1.0, 1e-9);
}

TEST(Copy, PlacesWithoutWeightAreNamed) {
  WeightSource source = graded(tube());
  for (auto& weights : source.weights.vertices) weights.clear();
  const auto bound = copy_weights(tube(), SourceTrees({&source, 1}));
  ASSERT_TRUE(bound);
  ASSERT_EQ(codes(bound->faults), std::set<std::string>{"source_unweighted"});
  EXPECT_EQ(bound->faults[0].vertices.size(), tube().positions.size());
}

TEST(Transfer, ASurfaceOntoItselfStaysAsItIs) {
  const WeightSource source = graded(tube());
  const auto bound = transfer_weights(source.surface, SourceTrees({&source, 1}));
  ASSERT_TRUE(bound) << bound.error().message();
  EXPECT_TRUE(bound->faults.empty());
  for (std::size_t v = 0; v < source.surface.positions.size(); ++v)
    EXPECT_NEAR(weight_of(bound->weights.vertices[v], 1), source.surface.positions[v].y, 1e-9) << v;
}

TEST(Transfer, WhatTheSourceLacksIsInpainted) {
  const Surface whole = tube(1.0, 0.1, 41, 8);
  WeightSource source = graded(whole);
  // Cut away between 0.3 and 0.7.
  std::erase_if(source.surface.triangles, [&](const Surface::Triangle& t) {
    return std::ranges::any_of(
        t, [&](std::uint32_t v) { return whole.positions[v].y > 0.301 && whole.positions[v].y < 0.699; });
  });
  const auto bound = transfer_weights(whole, SourceTrees({&source, 1}));
  ASSERT_TRUE(bound);
  double worst = 0.0;
  for (std::size_t v = 0; v < whole.positions.size(); ++v) {
    double sum = 0.0;
    for (const GroupWeight& w : bound->weights.vertices[v]) sum += w.weight;
    EXPECT_NEAR(sum, 1.0, 1e-6) << v;
    worst = std::max(worst, std::abs(weight_of(bound->weights.vertices[v], 1) - whole.positions[v].y));
  }
  EXPECT_LT(worst, 0.1);
}

// A lining faces the skin and is no match for it, but has the skin's weights: going on from the hem's would
// turn those of the cloth round.
TEST(Transfer, ALiningHasTheWeightsOfTheSkinBelowIt) {
  const WeightSource source = graded(tube(1.0, 0.1, 41, 24));
  // Down its inner side, and from the hem up its outer side.
  constexpr double kHem = 0.05, kInside = 0.30;
  Surface sleeve = tube(1.0, 0.1, 41, 24);
  std::erase_if(sleeve.triangles, [&](const Surface::Triangle& t) { return t[0] >= 41 * 24; });  // the caps
  sleeve.positions.resize(41 * 24);
  sleeve.edges = triangle_edges(sleeve.triangles);
  std::vector<bool> inside;
  for (Vec3& p : sleeve.positions) {
    const double way = 1.2 * p.y - kInside;
    inside.push_back(way < -0.02);
    p *= Vec3(way < 0.0 ? 1.09 : 1.12, 0.0, way < 0.0 ? 1.09 : 1.12);
    p.y = kHem + std::abs(way);
  }
  const auto bound = transfer_weights(sleeve, SourceTrees({&source, 1}));
  ASSERT_TRUE(bound);
  double worst = 0.0;
  for (std::size_t v = 0; v < inside.size(); ++v)
    if (inside[v])
      worst = std::max(worst, std::abs(weight_of(bound->weights.vertices[v], 1) - sleeve.positions[v].y));
  EXPECT_LT(worst, 0.03);
}

// Rings of `sides` vertices each, one after the other, as a tube.
void join_rings(Surface& tube, std::uint32_t rings, std::uint32_t sides) {
  for (std::uint32_t r = 0; r + 1 < rings; ++r)
    for (std::uint32_t s = 0; s < sides; ++s) {
      const std::uint32_t a = r * sides + s, b = r * sides + (s + 1) % sides;
      tube.triangles.push_back({a, a + sides, b + sides});
      tube.triangles.push_back({a, b + sides, b});
    }
}

// A sleeve whose end is turned in: the weights beyond its outer side must not go on growing inside.
TEST(Transfer, LiningsGoWhereTheClothBeforeThemGoes) {
  const WeightSource source = graded(tube());
  constexpr std::uint32_t kSides = 8, kOuter = 7, kInner = 3;
  Surface sleeve;
  const auto ring = [&](double y, double radius) {
    for (std::uint32_t s = 0; s < kSides; ++s) {
      const double turn = 2.0 * std::numbers::pi * s / kSides;
      sleeve.positions.emplace_back(radius * std::cos(turn), y, radius * std::sin(turn));
    }
  };
  for (std::uint32_t r = 0; r < kOuter; ++r) ring(0.2 + 0.1 * r, 0.106);
  for (std::uint32_t r = 0; r < kInner; ++r) ring(0.8 - 0.05 * r, 0.103);
  join_rings(sleeve, kOuter + kInner, kSides);
  const auto bound = transfer_weights(sleeve, SourceTrees({&source, 1}));
  ASSERT_TRUE(bound);
  for (std::size_t v = 0; v < sleeve.positions.size(); ++v)
    EXPECT_NEAR(weight_of(bound->weights.vertices[v], 1), sleeve.positions[v].y, 0.02) << v;
}

// The mean normal on the edge of a fold is turned half over it, but the outer side there faces as the skin
// does. Going on from the cloth below would miss weights that change quickly towards the edge.
TEST(Transfer, TheEdgeOfAFoldHasTheWeightsOfTheSkinBelowIt) {
  const auto lower = [](double y) { return std::pow(y, 8.0); };
  WeightSource source = graded(tube(1.0, 0.1, 81, 24));
  for (std::size_t v = 0; v < source.surface.positions.size(); ++v) {
    const double share = lower(source.surface.positions[v].y);
    source.weights.vertices[v] = {{0, 1.0 - share}, {1, share}};
  }
  // Up its outer side, over an edge as wide as the cloth is thick, and down the lining.
  constexpr std::uint32_t kSides = 24, kOuter = 25, kInner = 5;
  constexpr double kEdge = 0.9, kRow = 0.02;
  Surface sleeve;
  for (std::uint32_t r = 0; r < kOuter + kInner; ++r) {
    const bool inside = r >= kOuter;
    const double radius = inside ? 0.103 : 0.106;
    const double y = inside ? kEdge - kRow * (r - kOuter) : kEdge - kRow * (kOuter - 1 - r);
    for (std::uint32_t s = 0; s < kSides; ++s) {
      const double turn = 2.0 * std::numbers::pi * s / kSides;
      sleeve.positions.emplace_back(radius * std::cos(turn), y, radius * std::sin(turn));
    }
  }
  join_rings(sleeve, kOuter + kInner, kSides);
  const auto bound = transfer_weights(sleeve, SourceTrees({&source, 1}));
  ASSERT_TRUE(bound);
  for (std::size_t v = 0; v < sleeve.positions.size(); ++v)
    EXPECT_NEAR(weight_of(bound->weights.vertices[v], 1), lower(sleeve.positions[v].y), 0.005) << v;
}

// What the hem of a skirt has of "lower" of a leg that is of it beyond `knee`. The skirt ends at `hem` and is
// 20 mm off the leg, from `flares` on by `slope` more.
double lower_at_hem(double knee, double flares, double slope, double hem) {
  constexpr std::uint32_t kRings = 41, kSides = 24;
  WeightSource leg = graded(tube(1.0, 0.1, 101, kSides));
  for (std::size_t v = 0; v < leg.surface.positions.size(); ++v)
    leg.weights.vertices[v] = {{leg.surface.positions[v].y < knee ? 0u : 1u, 1.0}};
  Surface skirt;
  for (std::uint32_t r = 0; r < kRings; ++r) {
    const double y = 0.1 + (hem - 0.1) * r / (kRings - 1);
    const double radius = 0.1 + 0.02 + slope * std::max(y - flares, 0.0);
    for (std::uint32_t s = 0; s < kSides; ++s) {
      const double turn = 2.0 * std::numbers::pi * s / kSides;
      skirt.positions.emplace_back(radius * std::cos(turn), y, radius * std::sin(turn));
    }
  }
  join_rings(skirt, kRings, kSides);
  const auto bound = transfer_weights(skirt, SourceTrees({&leg, 1}));
  EXPECT_TRUE(bound);
  return bound ? weight_of(bound->weights.vertices.back(), 1) : 0.0;
}

// Cloth further off than what lies on the skin may be, or turned from it, still follows the leg beside it if
// it hangs: going on from the cloth above would leave the knee out.
TEST(Transfer, AHemThatHangsFollowsTheLegBesideIt) {
  EXPECT_GT(lower_at_hem(0.7, 0.1, 0.08, 1.0), 0.9);    // up to 92 mm off, at a slope of 5 degrees
  EXPECT_GT(lower_at_hem(0.84, 0.8, 1.0, 0.88), 0.45);  // 100 mm off, at 45 degrees
}

// A plate from y = 0 to `length` at this x, facing along X.
Surface plate(double x, double length = 1.0) {
  constexpr std::uint32_t kRows = 21;
  Surface surface;
  for (std::uint32_t r = 0; r < kRows; ++r)
    for (const double z : {-0.2, 0.2}) surface.positions.emplace_back(x, length * r / (kRows - 1.0), z);
  for (std::uint32_t r = 0; r + 1 < kRows; ++r) {
    surface.triangles.push_back({2 * r, 2 * r + 2, 2 * r + 3});
    surface.triangles.push_back({2 * r, 2 * r + 3, 2 * r + 1});
  }
  surface.edges = triangle_edges(surface.triangles);
  return surface;
}

// The other shape shears what is off the skin along it, the more the more it is of "lower". Flat cloth along
// the skin is as smooth and even in both.
TEST(Transfer, ClothThatMayHaveBeenMadeInEitherShapeIsMatchedWhereItsWeightsLeadIt) {
  constexpr double kOff = 0.02, kShear = 10.0;
  WeightSource source = graded(plate(0.0));
  Mat4 shear(1.0);
  shear[0][1] = kShear;
  source.moves = {{"lower", shear}};
  const Surface cloth = plate(kOff, 0.9 * (1.0 - kShear * kOff));
  const auto bound = transfer_weights(cloth, SourceTrees({&source, 1}));
  const auto itself = transfer_weights(source.surface, SourceTrees({&source, 1}));
  ASSERT_TRUE(bound && itself);
  for (std::size_t v = 0; v < cloth.positions.size(); ++v) {
    EXPECT_NEAR(weight_of(itself->weights.vertices[v], 1), source.surface.positions[v].y, 1e-9) << v;
    EXPECT_NEAR(weight_of(bound->weights.vertices[v], 1), cloth.positions[v].y / (1.0 - kShear * kOff), 1e-5)
        << v;
  }
}

// In the other shape the plate's lower end is turned up, so that cloth that keeps to it at one distance does
// not in bind space, and the other way round.
TEST(Transfer, ClothIsMatchedInTheShapeInWhichItIsEven) {
  constexpr double kOff = 0.03, kTurn = 1.2;
  WeightSource source = graded(plate(0.0));
  Mat4 turn(1.0);
  turn[0] = {std::cos(kTurn), std::sin(kTurn), 0.0, 0.0};
  turn[1] = {-std::sin(kTurn), std::cos(kTurn), 0.0, 0.0};
  source.moves = {{"lower", turn}};
  const SourceTrees trees({&source, 1});
  ASSERT_NE(trees.moved(), nullptr);
  const Surface& there = trees.moved()->sources()[0].surface;
  const std::vector<Vec3> normals = vertex_normals(there);
  Surface made_there = source.surface;
  for (std::size_t v = 0; v < normals.size(); ++v) {
    const double share = source.surface.positions[v].y;
    const Mat4 led = (1.0 - share) * Mat4(1.0) + share * turn;
    made_there.positions[v] = Vec3(glm::inverse(led) * Vec4(there.positions[v] + kOff * normals[v], 1.0));
  }
  for (const Surface& cloth : {plate(kOff), made_there}) {
    const auto bound = transfer_weights(cloth, trees);
    ASSERT_TRUE(bound);
    for (std::size_t v = 0; v < cloth.positions.size(); ++v) {
      const double y = source.surface.positions[v].y;
      // Beside the ends, where the skin has no normal of its own.
      if (y < 0.1 || y > 0.9) continue;
      EXPECT_NEAR(weight_of(bound->weights.vertices[v], 1), y, 0.005) << v;
    }
  }
}

// As many sources have no other shape: then bind space alone counts.
TEST(Transfer, SourcesWithoutAnotherShapeAmongThemKeepToBindSpace) {
  std::vector<WeightSource> sources = {graded(plate(0.0)), graded(plate(3.0))};
  Mat4 shear(1.0);
  shear[0][1] = 10.0;
  sources[0].moves = {{"lower", shear}};
  const Surface cloth = plate(0.02);
  const auto bound = transfer_weights(cloth, SourceTrees(sources));
  ASSERT_TRUE(bound);
  for (std::size_t v = 0; v < cloth.positions.size(); ++v)
    EXPECT_NEAR(weight_of(bound->weights.vertices[v], 1), cloth.positions[v].y, 1e-9) << v;
}

TEST(Transfer, APartThatNothingIsNearToIsCopiedAndNamed) {
  const WeightSource source = graded(tube());
  Surface far = tube();
  for (Vec3& p : far.positions) p.x += 3.0;
  const auto bound = transfer_weights(far, SourceTrees({&source, 1}));
  ASSERT_TRUE(bound);
  ASSERT_EQ(codes(bound->faults), std::set<std::string>{"not_matched"});
  EXPECT_FALSE(bound->faults[0].unweighted);
  for (const auto& weights : bound->weights.vertices) EXPECT_FALSE(weights.empty());
}

}  // namespace
}  // namespace mannequin::test
