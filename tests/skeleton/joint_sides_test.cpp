#include "engine/skeleton/joint_sides.h"

#include <gtest/gtest.h>

namespace mannequin {
namespace {

TEST(JointSides, NamesHaveAnotherSide) {
  EXPECT_EQ(mirrored_name("mElbowLeft"), "mElbowRight");
  EXPECT_EQ(mirrored_name("R_HAND"), "L_HAND");
  EXPECT_EQ(mirrored_name("LEFT_PEC"), "RIGHT_PEC");
  EXPECT_EQ(mirrored_name("mChest"), "mChest");
}

}  // namespace
}  // namespace mannequin
