#include "engine/fit/cloth_strain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/fit/fit_figures.h"

namespace mannequin {
namespace {

FitFigure flat_cloth() {
  FitFigure figure;
  constexpr std::uint32_t kSide = 12;
  for (std::uint32_t y = 0; y < kSide; ++y)
    for (std::uint32_t x = 0; x < kSide; ++x) figure.positions.emplace_back(0.1 * x, 0.07 * y, 0.0);
  for (std::uint32_t y = 0; y + 1 < kSide; ++y)
    for (std::uint32_t x = 0; x + 1 < kSide; ++x) {
      const std::uint32_t at = y * kSide + x;
      figure.triangles.push_back({at, at + 1, at + kSide + 1});
      figure.triangles.push_back({at, at + kSide + 1, at + kSide});
    }
  return figure;
}

ClothStrain strain_of(const Mat3& by) {
  const FitFigure cloth = flat_cloth();
  ClothGauge gauge(cloth.positions, cloth.triangles);
  std::vector<Vec3f> moved;
  for (const Vec3& p : cloth.positions) moved.emplace_back(by * p + Vec3(0.3, -0.2, 0.1));
  return gauge.measure(moved);
}

TEST(ClothStrain, IsNothingWhereClothIsOnlyTurned) {
  const ClothStrain found =
      strain_of(glm::mat3_cast(glm::angleAxis(1.1, glm::normalize(Vec3(1.0, 2.0, 3.0)))));
  EXPECT_NEAR(found.stretch, 1.0, 1e-5);
  EXPECT_NEAR(found.squeeze, 1.0, 1e-5);
  EXPECT_NEAR(found.shear, 0.0, 0.05);
}

TEST(ClothStrain, HasTheLengthsOfAStretch) {
  Mat3 by(1.0);
  by[0][0] = 1.3;
  by[1][1] = 0.9;
  const ClothStrain found = strain_of(by);
  EXPECT_NEAR(found.stretch, 1.3, 1e-5);
  EXPECT_NEAR(found.squeeze, 0.9, 1e-5);
  // The two diagonals of an axis-aligned square.
  const double angle = 2.0 * std::atan2(1.3, 0.9) * 180.0 / std::numbers::pi;
  EXPECT_NEAR(found.shear, angle - 90.0, 0.01);
}

TEST(ClothStrain, HasTheAngleOfAShear) {
  Mat3 by(1.0);
  by[1][0] = 0.2;  // x += 0.2 y
  const ClothStrain found = strain_of(by);
  const double half = 0.1, root = std::sqrt(1.0 + half * half);
  EXPECT_NEAR(found.stretch, root + half, 1e-5);
  EXPECT_NEAR(found.squeeze, root - half, 1e-5);
  EXPECT_GE(found.shear, std::atan(0.2) * 180.0 / std::numbers::pi - 1e-3);
}

}  // namespace
}  // namespace mannequin
