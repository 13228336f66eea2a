// A host's own motions with clips: priorities, weights, additive motions, and joints left alone.
#include "engine/animation/motion_layer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/animation/player.h"
#include "tests/animation/clip_case.h"

namespace mannequin::test {
namespace {

class MotionLayers : public testing::Test {
 protected:
  // A clip that tilts the chest by 40 degrees, at priority 3 and full weight.
  MotionLayers() {
    ClipDesc desc = nod("mChest", 40.0f);
    desc.tracks[0].rotations = {{0.0f, tilt(40.0f)}};
    desc.loop = true;
    clip_.emplace(Clip::build(std::move(desc), skeleton_).value());
  }

  JointIndex joint(const char* name) const { return skeleton_.find(name); }
  MotionLayer layer(int priority, float weight, float degrees, bool additive = false) const {
    return {priority, weight, additive, {{joint("mChest"), Quat(tilt(degrees)), std::nullopt}}};
  }
  // Of the chest, once a clip has played for a second or without one.
  double chest(bool with_clip, const std::vector<MotionLayer>& layers) {
    Player player(skeleton_);
    if (with_clip) player.start(*clip_);
    player.update(0.5f, nullptr, layers);
    player.update(1.0f, nullptr, layers);
    const auto j = static_cast<std::size_t>(joint("mChest"));
    return player.pose().rotations.empty() || !player.pose().rotations[j]
               ? NAN
               : degrees_of(*player.pose().rotations[j]);
  }

  Skeleton skeleton_ = small_skeleton();
  std::optional<Clip> clip_;
};

TEST_F(MotionLayers, MoveWhatNothingElseMoves) {
  EXPECT_NEAR(chest(false, {layer(0, 1.0f, 25.0f)}), 25.0, 1e-5);
  EXPECT_TRUE(std::isnan(chest(false, {})));
  EXPECT_TRUE(std::isnan(chest(false, {layer(0, 0.0f, 25.0f)})));
}

TEST_F(MotionLayers, WinByPriorityAndLoseATieToClips) {
  EXPECT_NEAR(chest(true, {layer(4, 1.0f, 25.0f)}), 25.0, 1e-5);
  EXPECT_NEAR(chest(true, {layer(3, 1.0f, 25.0f)}), 40.0, 1e-5);
  EXPECT_NEAR(chest(true, {layer(2, 1.0f, 25.0f)}), 40.0, 1e-5);
  // Among layers the first.
  EXPECT_NEAR(chest(true, {layer(4, 1.0f, 10.0f), layer(4, 1.0f, 20.0f)}), 10.0, 1e-5);
}

TEST_F(MotionLayers, LeaveOthersWhatTheirWeightLeaves) {
  // Half of 0 degrees over 40: the chord's middle is half the angle.
  EXPECT_NEAR(chest(true, {layer(4, 0.5f, 0.0f)}), 20.0, 1e-4);
}

TEST_F(MotionLayers, AreAddedUnderWhatHasLessPriority) {
  EXPECT_NEAR(chest(true, {layer(4, 1.0f, 10.0f, true)}), 50.0, 1e-4);
  EXPECT_NEAR(chest(true, {layer(3, 1.0f, 10.0f, true)}), 50.0, 1e-4);  // before those of its own priority
  EXPECT_NEAR(chest(true, {layer(2, 1.0f, 10.0f, true)}), 40.0, 1e-4);  // nothing is left
  // A layer of half a weight leaves half of what is added below it.
  const double half = glm::degrees(
      2.0 * std::atan2(0.5 * std::sin(glm::radians(5.0)), 0.5 + 0.5 * std::cos(glm::radians(5.0))));
  EXPECT_NEAR(chest(false, {layer(4, 0.5f, 30.0f), layer(3, 1.0f, 10.0f, true)}), 30.0 + half, 1e-4);
}

TEST_F(MotionLayers, AreAddedToTheRestWhereNothingElseTurns) {
  EXPECT_NEAR(chest(false, {layer(2, 1.0f, 10.0f, true)}), 10.0, 1e-4);
}

TEST_F(MotionLayers, AddPositionsToThoseThatAreSet) {
  MotionLayer base{1, 1.0f, false, {{joint("mHead"), std::nullopt, Vec3(1, 2, 3)}}};
  MotionLayer more{2, 0.5f, true, {{joint("mHead"), std::nullopt, Vec3(0, 0, 1)}}};
  Player player(skeleton_);
  const std::vector<MotionLayer> both = {base, more}, alone = {more};
  player.update(1.0f, nullptr, both);
  const auto head = static_cast<std::size_t>(joint("mHead"));
  ASSERT_TRUE(player.pose().positions.at(head));
  EXPECT_EQ(*player.pose().positions[head], Vec3(1, 2, 3.5));
  EXPECT_TRUE(player.pose().rotations.empty());
  player.update(2.0f, nullptr, alone);
  EXPECT_TRUE(player.pose().positions.empty());
}

TEST_F(MotionLayers, TouchOnlyTheirJoints) {
  Player player(skeleton_);
  player.start(*clip_);
  const std::vector<MotionLayer> layers = {
      {6, 1.0f, false, {{joint("mHead"), Quat(tilt(5.0f)), std::nullopt}, {kNoJoint, Quat(tilt(9.0f)), {}}}}};
  player.update(1.0f, nullptr, layers);
  for (std::size_t j = 0; j < skeleton_.size(); ++j)
    EXPECT_EQ(player.pose().rotations[j].has_value(), j == static_cast<std::size_t>(joint("mHead")) ||
                                                          j == static_cast<std::size_t>(joint("mChest")));
}

TEST_F(MotionLayers, ThePlayerSaysWhichClipsTookPart) {
  Player player(skeleton_);
  EXPECT_TRUE(player.playing().empty());
  player.start(*clip_);
  player.update(1.0f);
  ASSERT_EQ(player.playing().size(), 1u);
  EXPECT_EQ(player.playing()[0]->clip, &*clip_);
  player.forget(*clip_);
  EXPECT_TRUE(player.playing().empty());
}

}  // namespace
}  // namespace mannequin::test
