#include "engine/skeleton/joint_sides.h"

#include <gtest/gtest.h>

#include "tests/builtin_character.h"

namespace mannequin {
namespace {

TEST(JointSides, NamesHaveAnotherSide) {
  EXPECT_EQ(mirrored_name("mElbowLeft"), "mElbowRight");
  EXPECT_EQ(mirrored_name("R_HAND"), "L_HAND");
  EXPECT_EQ(mirrored_name("LEFT_PEC"), "RIGHT_PEC");
  EXPECT_EQ(mirrored_name("L Forearm"), "R Forearm");
  EXPECT_EQ(mirrored_name("mChest"), "mChest");
}

TEST(JointSides, AreToldByBonesVolumesAndAttachmentPoints) {
  for (const char* left : {"mHandThumb1Left", "L_HAND", "LEFT_PEC", "Left Hand", "L Forearm"})
    EXPECT_EQ(side_of(left), BodySide::left) << left;
  for (const char* right : {"mEyeRight", "R_FOOT", "RIGHT_HANDLE", "R Lower Leg"})
    EXPECT_EQ(side_of(right), BodySide::right) << right;
  for (const char* middle : {"mChest", "BELLY", "mFaceRoot", "Avatar Center"})
    EXPECT_EQ(side_of(middle), BodySide::middle) << middle;
}

// By position: a joint with a side is off the
// middle, and its counterpart is on the other side.
TEST(JointSides, CounterpartsStandOnTheOtherSide) {
  const Skeleton& skeleton = test::builtin_character().skeleton;
  std::size_t pairs = 0;
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const auto joint = static_cast<JointIndex>(j);
    const JointIndex other = mirrored_joint(skeleton, joint);
    EXPECT_EQ(other == kNoJoint, side_of(skeleton[joint].name) == BodySide::middle) << skeleton[joint].name;
    if (other == kNoJoint) continue;
    EXPECT_EQ(mirrored_joint(skeleton, other), joint) << skeleton[joint].name;
    ++pairs;
    // The viewer's file decides where an attachment point is relative to its bone.
    if (skeleton[joint].kind == JointKind::attachment_point) continue;
    EXPECT_LE(skeleton[joint].default_position.y * skeleton[other].default_position.y, 0.0)
        << skeleton[joint].name;
  }
  EXPECT_EQ(pairs, 150u);  // both ways
}

}  // namespace
}  // namespace mannequin
