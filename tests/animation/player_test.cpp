#include "engine/animation/player.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/animation/sample.h"
#include "tests/animation/clip_case.h"

namespace mannequin::test {
namespace {

const Skeleton& skeleton() {
  static const Skeleton built = small_skeleton();
  return built;
}

Clip build(ClipDesc desc) { return Clip::build(std::move(desc), skeleton()).value(); }

double chest_tilt(const Pose& pose) {
  const auto joint = static_cast<std::size_t>(skeleton().find("mChest"));
  return pose.rotations.empty() || !pose.rotations[joint] ? 0.0 : degrees_of(*pose.rotations[joint]);
}

TEST(Sample, HoldsBeyondTheEndsAndMeetsTheKeys) {
  const std::vector<PositionKey> keys = {{1.0f, Vec3f(0)}, {2.0f, Vec3f(1, 2, 3)}};
  EXPECT_EQ(sample_position(keys, 0.0f), Vec3(0));
  EXPECT_EQ(sample_position(keys, 1.5f), Vec3(0.5, 1, 1.5));
  EXPECT_EQ(sample_position(keys, 2.0f), Vec3(1, 2, 3));
  EXPECT_EQ(sample_position(keys, 9.0f), Vec3(1, 2, 3));
}

TEST(Sample, TakesTheLineWhereKeysAgreeAndTheArcWhereNot) {
  const Quat a(tilt(0.0f)), b(tilt(100.0f));
  const Quat line = blend_rotations(a, b, 0.25);
  EXPECT_NEAR(glm::length(line), 1.0, 1e-12);
  EXPECT_NEAR(degrees_of(line),
              2.0 * glm::degrees(std::atan2(0.25 * std::sin(glm::radians(50.0)),
                                            0.75 + 0.25 * std::cos(glm::radians(50.0)))),
              1e-5);
  // The same rotation with the other sign: now along the arc, and the short way.
  EXPECT_NEAR(std::abs(degrees_of(blend_rotations(a, -b, 0.25))), 335.0, 1e-4);  // 25 degrees, q as -q
}

TEST(Sample, RotationsLongerThanUnitStayOnKeys) {
  const std::vector<RotationKey> keys = {{0.0f, glm::quat(0, 1, 1, 0)}, {1.0f, glm::quat(0, 1, 0.9f, 0)}};
  EXPECT_NEAR(glm::length(sample_rotation(keys, 0.0f)), std::sqrt(2.0), 1e-6);
  EXPECT_NEAR(glm::length(sample_rotation(keys, 0.5f)), 1.0, 1e-6);
}

TEST(ClipTime, LoopsBetweenItsPoints) {
  ClipDesc desc = nod("mChest", 90.0f, 3.0f);
  EXPECT_EQ(clip_time(build(desc), 7.0f), 7.0f);
  desc.loop = true;
  desc.loop_in = 1.0f;
  desc.loop_out = 2.0f;
  const Clip loop = build(desc);
  EXPECT_EQ(clip_time(loop, 0.5f), 0.5f);
  EXPECT_EQ(clip_time(loop, 2.0f), 2.0f);
  for (const float never : {INFINITY, -INFINITY, NAN}) EXPECT_EQ(clip_time(loop, never), 0.0f);
  EXPECT_EQ(clip_time(loop, 2.25f), 1.25f);
  EXPECT_EQ(clip_time(loop, 5.5f), 1.5f);
  desc.loop_in = 2.0f;
  EXPECT_EQ(clip_time(build(desc), 5.0f), 2.0f);
  desc.loop_in = 2.5f;  // beyond the end of the loop
  EXPECT_EQ(clip_time(build(desc), 2.25f), 2.75f);
}

TEST(EvaluateClip, HasNoWeightAtItsFirstMomentAndStaysAtItsEnd) {
  ClipDesc desc = nod("mChest", 90.0f);
  desc.ease_in = 0.3f;
  const Clip clip = build(desc);
  EXPECT_EQ(chest_tilt(evaluate_clip(clip, skeleton(), 0.0)), 0.0);
  EXPECT_TRUE(evaluate_clip(clip, skeleton(), 0.0).rotations.empty());
  EXPECT_FALSE(evaluate_clip(clip, skeleton(), 0.01).rotations.empty());
  EXPECT_NEAR(chest_tilt(evaluate_clip(clip, skeleton(), 100.0)), 90.0, 1e-4);
}

TEST(EvaluateClip, KeysBeyondTheEndAreNotReached) {
  ClipDesc desc = nod("mChest", 90.0f);
  desc.tracks[0].rotations.push_back({50.0f, tilt(0.0f)});
  EXPECT_NEAR(chest_tilt(evaluate_clip(build(desc), skeleton(), 50.0)), 90.0, 1e-4);
}

TEST(EvaluateClip, AClipWithoutDurationIsAPose) {
  ClipDesc desc = nod("mChest", 0.0f, 0.0f);
  desc.tracks[0].rotations = {{0.0f, tilt(30.0f)}};
  desc.ease_in = 0.5f;
  EXPECT_NEAR(chest_tilt(evaluate_clip(build(desc), skeleton(), 1.0)), 30.0, 1e-4);
  desc.loop = true;
  EXPECT_NEAR(chest_tilt(evaluate_clip(build(desc), skeleton(), 1.0)), 30.0, 1e-4);
}

TEST(EvaluateClip, ALoopBeyondTheEndStopsThere) {
  ClipDesc desc = nod("mChest", 90.0f);
  desc.loop = true;
  desc.loop_in = 0.5f;
  desc.loop_out = 3.0f;
  EXPECT_NEAR(chest_tilt(evaluate_clip(build(desc), skeleton(), 3.1)), 90.0, 1e-4);
}

TEST(Player, ATimeThatNeverComesChangesNothing) {
  const Clip clip = build(nod("mChest", 90.0f));
  Player player(skeleton());
  player.start(clip);
  player.update(0.5f);
  const double tilted = chest_tilt(player.pose());
  for (const float never : {INFINITY, NAN}) {
    player.update(never);
    EXPECT_EQ(chest_tilt(player.pose()), tilted);
  }
  player.update(1.0f);
  EXPECT_GT(chest_tilt(player.pose()), tilted) << "and goes on";
}

TEST(Player, TheHigherPriorityWinsAndTheNewestOfEqualOnes) {
  ClipDesc low = nod("mChest", 20.0f), high = nod("mChest", 40.0f), equal = nod("mChest", 60.0f);
  for (ClipDesc* desc : {&low, &high, &equal})
    desc->tracks[0].rotations.erase(desc->tracks[0].rotations.begin());
  high.priority = equal.priority = 4;
  const Clip a = build(low), b = build(high), c = build(equal);
  Player player(skeleton());
  player.start(b);
  player.start(a);
  player.update(0.1f);
  EXPECT_NEAR(chest_tilt(player.pose()), 40.0, 1e-4);
  player.start(c);
  player.update(0.2f);
  EXPECT_NEAR(chest_tilt(player.pose()), 60.0, 1e-4);
}

TEST(Player, EasesAgainstAnotherClipButNotAlone) {
  ClipDesc still = nod("mChest", 0.0f), moved = nod("mChest", 40.0f);
  moved.tracks[0].rotations.erase(moved.tracks[0].rotations.begin());
  moved.priority = 4;
  moved.ease_in = 1.0f;
  const Clip a = build(still), b = build(moved);
  Player alone(skeleton());
  alone.start(b);
  alone.update(0.5f);
  EXPECT_NEAR(chest_tilt(alone.pose()), 40.0, 1e-4);
  Player both(skeleton());
  both.start(a);
  both.start(b);
  both.update(0.5f);
  EXPECT_NEAR(both.find(b)->weight, 0.5, 1e-6);
  // The first voice counts in full; the one below fills up what is missing: nothing is missing at first, so
  // the higher one is seen alone until its weight and the other's are compared.
  EXPECT_GT(chest_tilt(both.pose()), 19.0);
  EXPECT_LT(chest_tilt(both.pose()), 40.0);
}

TEST(Player, EndsByItselfAndLeavesNothing) {
  ClipDesc desc = nod("mChest", 90.0f, 1.0f);
  desc.ease_out = 0.5f;
  const Clip clip = build(desc);
  Player player(skeleton());
  player.start(clip);
  for (int i = 1; i <= 40; ++i) player.update(static_cast<float>(i) * 0.05f);
  EXPECT_FALSE(player.find(clip)->active);
  EXPECT_TRUE(player.pose().rotations.empty());
}

TEST(Player, StartingAgainWhileItPlaysChangesNothing) {
  const Clip clip = build(nod("mChest", 90.0f));
  Player player(skeleton());
  player.start(clip);
  player.update(0.5f);
  player.start(clip);
  player.update(1.0f);
  EXPECT_EQ(player.playbacks().size(), 1u);
  EXPECT_EQ(player.find(clip)->clip_time, 1.0f);
  player.stop(clip);
  player.start(clip);
  player.update(1.5f);
  EXPECT_EQ(player.find(clip)->clip_time, 0.5f);
}

TEST(Player, ACoveredClipStandsStill) {
  ClipDesc below = nod("mChest", 90.0f), above = nod("mChest", 90.0f);
  above.priority = 4;
  below.loop = above.loop = true;
  const Clip a = build(below), b = build(above);
  Player player(skeleton());
  player.start(a);
  player.start(b);
  for (int i = 1; i <= 4; ++i) player.update(static_cast<float>(i) * 0.1f);
  EXPECT_FLOAT_EQ(player.find(b)->clip_time, 0.4f);
  EXPECT_FLOAT_EQ(player.find(a)->clip_time, 0.1f);
}

// Old clips cost nothing: neither memory nor time grows with how many have ended.
TEST(Player, LetsEndedClipsGo) {
  ClipDesc desc = nod("mChest", 30.0f, 0.1f);
  desc.ease_in = desc.ease_out = 0.02f;
  Player player(skeleton());
  std::size_t most = 0;
  for (int i = 0; i < 10000; ++i) {
    const auto clip = std::make_unique<Clip>(build(desc));
    player.start(*clip);
    for (int frame = 1; frame <= 4; ++frame)
      player.update(static_cast<float>(i) * 0.2f + static_cast<float>(frame) * 0.05f);
    most = std::max(most, player.playbacks().size());
    player.forget(*clip);
    EXPECT_FALSE(player.keeps(*clip));
  }
  EXPECT_LE(most, 2u);
}

TEST(Player, KeepsTheLastFewThatHaveEnded) {
  std::vector<std::unique_ptr<Clip>> clips;
  Player player(skeleton());
  for (int i = 0; i < 100; ++i) {
    clips.push_back(std::make_unique<Clip>(build(nod("mChest", 30.0f, 0.1f))));
    player.start(*clips.back());
    player.update(static_cast<float>(i + 1));
    player.cut(*clips.back());
  }
  player.update(101.0f);
  EXPECT_EQ(player.playbacks().size(), kKeptEnded);
  EXPECT_TRUE(player.keeps(*clips.back()));
  EXPECT_NE(player.find(*clips.back()), nullptr);
  EXPECT_FALSE(player.keeps(*clips.front()));
  EXPECT_EQ(player.find(*clips.front()), nullptr);
}

TEST(Player, ForgettingAClipThatPlaysEndsWhatItSays) {
  const Clip clip = build(nod("mChest", 30.0f, 10.0f));
  Player player(skeleton());
  player.start(clip);
  player.update(1.0f);
  EXPECT_FALSE(player.pose().rotations.empty());
  player.forget(clip);
  player.update(1.1f);
  EXPECT_TRUE(player.pose().rotations.empty());
}

}  // namespace
}  // namespace mannequin::test
