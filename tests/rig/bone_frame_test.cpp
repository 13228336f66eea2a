#include "engine/rig/bone_frame.h"

#include <gtest/gtest.h>

#include <numbers>

namespace mannequin {
namespace {

constexpr double kHalf = std::numbers::sqrt2 / 2.0;

void expect_near(const Mat3& a, const Mat3& b, double tolerance) {
  for (int column = 0; column < 3; ++column)
    for (int row = 0; row < 3; ++row)
      EXPECT_NEAR(a[column][row], b[column][row], tolerance) << column << ' ' << row;
}

TEST(BoneFrame, WithoutRollIsTheShortestTurnFromY) {
  expect_near(roll_zero_frame({0, 1, 0}), Mat3(1.0), 0.0);
  // Up: a quarter turn about X. Columns are where X, Y and Z go.
  expect_near(roll_zero_frame({0, 0, 1}), Mat3(Vec3(1, 0, 0), Vec3(0, 0, 1), Vec3(0, -1, 0)), 1e-15);
  expect_near(roll_zero_frame({1, 0, 0}), Mat3(Vec3(0, -1, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)), 1e-15);
  expect_near(roll_zero_frame({kHalf, kHalf, 0}),
              Mat3(Vec3(kHalf, -kHalf, 0), Vec3(kHalf, kHalf, 0), Vec3(0, 0, 1)), 1e-15);
}

TEST(BoneFrame, TurnsByRollAboutTheBone) {
  // A quarter turn about Z (the bone points up): X goes to Y.
  const Mat3 frame = bone_frame({0, 0, 1}, std::numbers::pi / 2.0);
  expect_near(frame, Mat3(Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 0, 0)), 1e-15);
}

TEST(BoneFrame, IsARotationEverywhereAndJumpsOnlyAtMinusY) {
  for (const double beside : {1.0, 1e-1, 1e-2, 1e-3, 3e-4}) {
    for (int step = 0; step < 16; ++step) {
      const double angle = step * std::numbers::pi / 8.0;
      const Vec3 direction = glm::normalize(Vec3(beside * std::cos(angle), -1.0, beside * std::sin(angle)));
      const Mat3 frame = roll_zero_frame(direction);
      expect_near(glm::transpose(frame) * frame, Mat3(1.0), 1e-12);
      EXPECT_GT(glm::determinant(frame), 0.0);
      EXPECT_LT(glm::length(frame[1] - direction), 1e-15);
      // The turn's axis is at a right angle to Y: it leaves Y's component of no vector in the axis.
      const Vec3 axis = glm::normalize(Vec3(direction.z, 0.0, -direction.x));
      EXPECT_LT(glm::length(frame * axis - axis), 1e-9) << beside;
    }
  }
}

TEST(BoneFrame, NearMinusYIsHalfATurnAboutZ) {
  const Mat3 half_turn(Vec3(-1, 0, 0), Vec3(0, -1, 0), Vec3(0, 0, 1));
  expect_near(roll_zero_frame({0, -1, 0}), half_turn, 0.0);
  expect_near(roll_zero_frame(glm::normalize(Vec3(2e-4, -1, 1e-4))), half_turn, 0.0);
  // Just outside, towards +X, the shortest turn is half a turn about Z as well; towards +Z it is one about X.
  expect_near(roll_zero_frame(glm::normalize(Vec3(2.6e-4, -1, 0))), half_turn, 1e-3);
  expect_near(roll_zero_frame(glm::normalize(Vec3(0, -1, 2.6e-4))),
              Mat3(Vec3(1, 0, 0), Vec3(0, -1, 0), Vec3(0, 0, -1)), 1e-3);
}

TEST(BoneFrame, RollBringsAnAxisNearADirection) {
  const Vec3 direction = glm::normalize(Vec3(1, 2, 0.5));
  const Mat3 z_up = bone_frame(direction, roll_with_z_near(direction, {0, 0, 1}));
  EXPECT_NEAR(z_up[0].z, 0.0, 1e-12);  // X level, so no roll would lift Z further
  EXPECT_GT(z_up[2].z, 0.0);
  const Mat3 x_along = bone_frame(direction, roll_with_x_near(direction, {1, 0, 0}));
  EXPECT_NEAR(x_along[2].x, 0.0, 1e-12);
  EXPECT_GT(x_along[0].x, 0.0);
  // By hand: a bone along X with Z upwards has X along -Y, which is its frame without roll.
  EXPECT_NEAR(roll_with_z_near({1, 0, 0}, {0, 0, 1}), 0.0, 1e-15);
  EXPECT_NEAR(roll_with_z_near({1, 0, 0}, {0, 1, 0}), -std::numbers::pi / 2.0, 1e-15);
  // Along the bone itself no direction can be approached.
  EXPECT_EQ(roll_with_z_near({0, 0, 1}, {0, 0, 1}), 0.0);
  EXPECT_EQ(roll_with_x_near({1, 0, 0}, {-1, 0, 0}), 0.0);
}

}  // namespace
}  // namespace mannequin
