#include "engine/rig/polygon_triangles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace mannequin::test {
namespace {

// Of all triangles: the sum of their areas, each as large as it is. Larger than the polygon's if they
// overlap.
double covered(const std::vector<Vec3>& corners) {
  double area = 0.0;
  const std::vector<PolygonTriangle> triangles = cut_polygon(corners);
  EXPECT_EQ(triangles.size(), corners.size() - 2);
  for (const auto& [a, b, c] : triangles)
    area += 0.5 * glm::length(glm::cross(corners[b] - corners[a], corners[c] - corners[a]));
  return area;
}

std::vector<PolygonTriangle> fan(std::uint32_t corners) {
  std::vector<PolygonTriangle> out;
  for (std::uint32_t c = 1; c + 1 < corners; ++c) out.push_back({0, c, c + 1});
  return out;
}

// Every corner of an L, one after the other, comes first.
TEST(PolygonTriangles, ConcaveOnesDoNotOverlap) {
  std::vector<Vec3> l = {{0.1, 0.0, 1.2},   {0.1, 0.2, 1.2},  {0.1, 0.2, 1.25},
                         {0.1, 0.05, 1.25}, {0.1, 0.05, 1.4}, {0.1, 0.0, 1.4}};
  for (std::size_t first = 0; first < l.size(); ++first) {
    EXPECT_NEAR(covered(l), 0.0175, 1e-12) << first;
    std::rotate(l.begin(), l.begin() + 1, l.end());
  }
  std::ranges::reverse(l);
  EXPECT_NEAR(covered(l), 0.0175, 1e-12);
}

TEST(PolygonTriangles, CombsDoNotOverlap) {
  std::vector<Vec3> comb = {{0.0, 0.0, 0.0}};
  for (int tooth = 0; tooth < 20; ++tooth) {
    comb.emplace_back(tooth + 0.5, 1.0, 0.0);
    comb.emplace_back(tooth + 1.0, 0.1, 0.0);
  }
  comb.emplace_back(20.0, -1.0, 0.0);
  comb.emplace_back(0.0, -1.0, 0.0);
  Vec3 doubled(0.0);
  for (std::size_t c = 1; c + 1 < comb.size(); ++c)
    doubled += glm::cross(comb[c] - comb[0], comb[c + 1] - comb[0]);
  EXPECT_NEAR(covered(comb), 0.5 * glm::length(doubled), 1e-9);
}

TEST(PolygonTriangles, ConvexOnesStayFans) {
  for (std::uint32_t count = 3; count < 40; ++count) {
    std::vector<Vec3> corners;
    for (std::uint32_t c = 0; c < count; ++c) {
      const double angle = 2.0 * std::numbers::pi * c / count;
      // Slightly bent, as quads of bodies are.
      corners.emplace_back(std::cos(angle), std::sin(angle), 0.05 * std::cos(2.0 * angle));
    }
    EXPECT_EQ(cut_polygon(corners), fan(count)) << count;
  }
  const std::vector<Vec3> straight = {{0, 0, 0},   {0.1, 0, 0},   {0.3, 0, 0},
                                      {0.7, 0, 0}, {0.7, 0.3, 0}, {0, 0.3, 0}};
  EXPECT_EQ(cut_polygon(straight), fan(6));
}

TEST(PolygonTriangles, WhatCannotBeCutIsAFan) {
  EXPECT_EQ(cut_polygon(std::vector<Vec3>(5, Vec3(1.0))), fan(5));
  EXPECT_EQ(cut_polygon(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}), fan(4));
  // Crosses itself: as large to either side.
  EXPECT_EQ(cut_polygon(std::vector<Vec3>{{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}), fan(4));
  EXPECT_EQ(cut_polygon(std::vector<Vec3>{{0, 0, 0}, {1e200, 0, 0}, {1e199, 1e199, 0}, {0, 1e200, 0}}),
            fan(4));
}

// They would take too long.
TEST(PolygonTriangles, LargeConcaveOnesAreFans) {
  std::vector<Vec3> star;
  for (std::uint32_t c = 0; c < 1024; ++c) {
    const double angle = 2.0 * std::numbers::pi * c / 1024, radius = c % 2 ? 1.0 : 0.1;
    star.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0.0);
  }
  EXPECT_EQ(cut_polygon(star), fan(1024));
}

}  // namespace
}  // namespace mannequin::test
