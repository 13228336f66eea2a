#include "engine/math/triangle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace mannequin {
namespace {

double distance_to(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& at) {
  return glm::distance(point, at.x * a + at.y * b + at.z * c);
}

// The least over a fine grid of points of the triangle, its edges included.
double least_on_grid(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c) {
  constexpr int kSteps = 60;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= kSteps; ++i)
    for (int k = 0; k <= kSteps - i; ++k) {
      const Vec3 at(double(kSteps - i - k) / kSteps, double(i) / kSteps, double(k) / kSteps);
      least = std::min(least, distance_to(point, a, b, c, at));
    }
  return least;
}

void expect_nearest(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 at = nearest_in_triangle(point, a, b, c);
  EXPECT_GE(std::min(at.x, std::min(at.y, at.z)), 0.0);
  EXPECT_NEAR(at.x + at.y + at.z, 1.0, 1e-12);
  const double found = distance_to(point, a, b, c, at), grid = least_on_grid(point, a, b, c);
  const double size = std::max(glm::distance(a, b), std::max(glm::distance(b, c), glm::distance(c, a)));
  EXPECT_LE(found, grid + 1e-9 * (1.0 + size));
  EXPECT_GE(found, grid - 0.02 * size) << "nearer than the triangle is";
}

TEST(Triangle, NoOtherPointIsNearer) {
  std::mt19937 random(7);
  std::normal_distribution<double> around;
  const auto place = [&] { return Vec3(around(random), around(random), around(random)); };
  for (int n = 0; n < 300; ++n) expect_nearest(2.0 * place(), place(), place(), place());
}

// Which side of them a point is on is rounding.
TEST(Triangle, NoOtherPointOfAThinOneIsNearer) {
  std::mt19937 random(8);
  std::normal_distribution<double> around;
  const auto place = [&] { return Vec3(around(random), around(random), around(random)); };
  for (const double thin : {1e-3, 1e-6, 1e-9, 1e-13, 1e-15, 0.0})
    for (int n = 0; n < 200; ++n) {
      const Vec3 a = place(), b = place();
      const double share = 2.0 * around(random);  // so that any corner is between the other two
      expect_nearest(place(), a, b, a + share * (b - a) + thin * place());
    }
}

TEST(Triangle, OnesWithoutAreaAreEdgesAndPoints) {
  const Vec3 a(1.0, 2.0, 3.0), b(1.0, 2.0, 5.0);
  expect_nearest({2.0, 2.0, 4.0}, a, b, b);
  expect_nearest({2.0, 2.0, 4.0}, a, a, b);
  expect_nearest({2.0, 2.0, 4.0}, b, a, b);
  EXPECT_DOUBLE_EQ(distance_to({2.0, 2.0, 3.0}, a, a, a, nearest_in_triangle({2.0, 2.0, 3.0}, a, a, a)), 1.0);
}

}  // namespace
}  // namespace mannequin
