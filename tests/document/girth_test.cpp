// Girths of surfaces with known girths.
#include "tools/document/girth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/math/types.h"

namespace mannequin::document {
namespace {

struct Tube {
  std::vector<Vec3> positions;
  std::vector<mannequin::Surface::Triangle> triangles;
};

// Along Z from -1 to 1 around a place, its radius by the angle; a seam of repeated vertices where it closes.
template <typename Radius>
void add_tube(Tube& tube, const Vec3& middle, int sides, Radius&& radius) {
  const auto first = static_cast<std::uint32_t>(tube.positions.size());
  for (int i = 0; i <= sides; ++i) {
    const double angle = 2.0 * std::numbers::pi * (i % sides) / sides, r = radius(angle);
    for (const double z : {-1.0, 1.0})
      tube.positions.push_back(middle + Vec3(r * std::cos(angle), r * std::sin(angle), z));
  }
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(sides); ++i) {
    const std::uint32_t a = first + 2 * i;
    tube.triangles.push_back({a, a + 2, a + 1});
    tube.triangles.push_back({a + 1, a + 2, a + 3});
  }
}

double polygon(int sides, double radius) { return 2.0 * sides * radius * std::sin(std::numbers::pi / sides); }

TEST(Girth, OfACylinderIsItsPolygons) {
  Tube tube;
  add_tube(tube, {0.0, 0.0, 0.0}, 360, [](double) { return 0.15; });
  const auto girth = girth_at(tube.positions, tube.triangles, {0.02, -0.03, 0.3}, {0.0, 0.0, 1.0});
  ASSERT_TRUE(girth);
  // The triangles' diagonals are cut between the corners, on the same flat sides.
  EXPECT_NEAR(girth->length, polygon(360, 0.15), 1e-9);
  for (const Vec3& corner : girth->tape) EXPECT_NEAR(corner.z, 0.3, 1e-12);
}

TEST(Girth, InAPlaneAtAnAngleIsThatOfAnEllipse) {
  Tube tube;
  add_tube(tube, {0.0, 0.0, 0.0}, 2000, [](double) { return 0.1; });
  const double angle = 0.7;
  const auto girth =
      girth_at(tube.positions, tube.triangles, {0.0, 0.0, 0.0}, {std::sin(angle), 0.0, std::cos(angle)});
  ASSERT_TRUE(girth);
  // Half axes 0.1 and 0.1 / cos(angle); its length by summing it up.
  double expected = 0.0;
  constexpr int kSteps = 100000;
  for (int i = 0; i < kSteps; ++i) {
    const double t = 2.0 * std::numbers::pi * (i + 0.5) / kSteps;
    expected +=
        std::hypot(0.1 / std::cos(angle) * std::sin(t), 0.1 * std::cos(t)) * 2.0 * std::numbers::pi / kSteps;
  }
  EXPECT_NEAR(girth->length, expected, 1e-6);
}

TEST(Girth, ATapeDoesNotFollowHollows) {
  Tube star;
  // Ten corners: five at 0.2, five hollows at 0.1.
  for (int i = 0; i <= 10; ++i) {
    const double angle = 2.0 * std::numbers::pi * (i % 10) / 10, r = i % 2 == 0 ? 0.2 : 0.1;
    for (const double z : {-1.0, 1.0})
      star.positions.emplace_back(r * std::cos(angle), r * std::sin(angle), z);
  }
  for (std::uint32_t i = 0; i < 10; ++i) {
    star.triangles.push_back({2 * i, 2 * i + 2, 2 * i + 1});
    star.triangles.push_back({2 * i + 1, 2 * i + 2, 2 * i + 3});
  }
  const auto girth = girth_at(star.positions, star.triangles, {0.0, 0.0, 0.0}, {0.0, 0.0, 1.0});
  ASSERT_TRUE(girth);
  EXPECT_NEAR(girth->length, polygon(5, 0.2), 1e-9);
}

TEST(Girth, IsOfTheCurveAroundThePointNotOfItsNeighbours) {
  Tube legs;
  add_tube(legs, {0.0, 0.1, 0.0}, 64, [](double) { return 0.08; });
  add_tube(legs, {0.0, -0.1, 0.0}, 64, [](double) { return 0.05; });
  add_tube(legs, {0.0, -0.1, 0.0}, 64, [](double) { return 0.02; });  // something inside
  const auto left = girth_at(legs.positions, legs.triangles, {0.0, 0.1, 0.0}, {0.0, 0.0, 1.0});
  const auto right = girth_at(legs.positions, legs.triangles, {0.0, -0.1, 0.0}, {0.0, 0.0, 1.0});
  ASSERT_TRUE(left && right);
  EXPECT_NEAR(left->length, polygon(64, 0.08), 1e-9);
  EXPECT_NEAR(right->length, polygon(64, 0.05), 1e-9);
  // Around neither: the nearer one.
  const auto between = girth_at(legs.positions, legs.triangles, {0.0, -0.03, 0.0}, {0.0, 0.0, 1.0});
  ASSERT_TRUE(between);
  EXPECT_NEAR(between->length, polygon(64, 0.05), 1e-9);
}

TEST(Girth, IsNothingWhereThePlaneMeetsNothing) {
  Tube tube;
  add_tube(tube, {0.0, 0.0, 0.0}, 12, [](double) { return 0.1; });
  EXPECT_FALSE(girth_at(tube.positions, tube.triangles, {0.0, 0.0, 2.0}, {0.0, 0.0, 1.0}));
  EXPECT_FALSE(girth_at({}, {}, {0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}));
}

}  // namespace
}  // namespace mannequin::document
