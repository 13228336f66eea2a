#include "engine/fit/random_pose.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/skeleton/solve.h"
#include "tests/fit/builtin.h"

namespace mannequin {
namespace {

const Quat* turn_of(const Pose& pose, const char* joint) {
  const auto& rotation = pose.rotations[static_cast<std::size_t>(builtin().skeleton.find(joint))];
  return rotation ? &*rotation : nullptr;
}

TEST(RandomPose, IsTheSameForTheSameSeedAndAnotherForAnother) {
  const Pose one = random_pose(builtin().skeleton, 7), again = random_pose(builtin().skeleton, 7),
             other = random_pose(builtin().skeleton, 8);
  EXPECT_EQ(*turn_of(one, "mShoulderLeft"), *turn_of(again, "mShoulderLeft"));
  EXPECT_NE(*turn_of(one, "mShoulderLeft"), *turn_of(other, "mShoulderLeft"));
}

// An elbow bends one way only, and no joint turns farther than anyone's.
TEST(RandomPose, IsWithinReach) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const Pose pose = random_pose(builtin().skeleton, seed);
    const Quat elbow = *turn_of(pose, "mElbowLeft"), knee = *turn_of(pose, "mKneeRight");
    EXPECT_NEAR(elbow.x, 0.0, 1e-12);
    EXPECT_NEAR(elbow.y, 0.0, 1e-12);
    EXPECT_LE(elbow.z, 0.0);
    EXPECT_GE(elbow.z, -std::sin(glm::radians(55.0)) - 1e-12);
    EXPECT_GE(knee.y, 0.0);
    EXPECT_LE(knee.y, std::sin(glm::radians(50.0)) + 1e-12);
  }
}

TEST(RandomPose, OfAnEvenSeedIsAlikeOnBothSides) {
  const Pose pose = random_pose(builtin().skeleton, 12);
  const Quat left = *turn_of(pose, "mShoulderLeft"), right = *turn_of(pose, "mShoulderRight");
  EXPECT_NEAR(left.x, -right.x, 1e-12);
  EXPECT_NEAR(left.y, right.y, 1e-12);
  EXPECT_NEAR(left.z, -right.z, 1e-12);
  EXPECT_NEAR(left.w, right.w, 1e-12);
  const Pose odd = random_pose(builtin().skeleton, 13);
  EXPECT_GT(std::abs(turn_of(odd, "mShoulderLeft")->y - turn_of(odd, "mShoulderRight")->y), 1e-3);
}

}  // namespace
}  // namespace mannequin
