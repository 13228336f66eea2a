#include "tools/document/timeline.h"

#include <gtest/gtest.h>

#include "engine/animation/sample.h"
#include "tests/animation/clip_case.h"

namespace mannequin::document {
namespace {

using test::small_skeleton;

Timeline opened(ClipDesc desc) {
  Timeline timeline;
  const Skeleton skeleton = small_skeleton();
  timeline.open({io::ClipFormat::anim, Clip::build(std::move(desc), skeleton).value(), {}}, skeleton);
  return timeline;
}

TEST(Timeline, PlaysFromTheBeginningAndBeginsAgain) {
  Timeline timeline = opened(test::nod("mChest", 90.0f));
  EXPECT_TRUE(timeline.playing());
  timeline.advance(1.5);
  EXPECT_NEAR(timeline.time(), 1.5, 1e-9);
  timeline.advance(1.0);
  EXPECT_NEAR(timeline.time(), 0.5, 1e-9);
  timeline.speed = 0.5;
  timeline.advance(1.0);
  EXPECT_NEAR(timeline.time(), 1.0, 1e-9);
}

TEST(Timeline, AClipThatStandsStillDoesNotPlayByItself) {
  ClipDesc desc = test::nod("mChest", 90.0f);
  for (RotationKey& key : desc.tracks[0].rotations) key.value = desc.tracks[0].rotations[0].value;
  Timeline timeline = opened(desc);
  EXPECT_FALSE(timeline.playing());
  const Skeleton skeleton = small_skeleton();
  EXPECT_TRUE(timeline.take_pose(skeleton)) << "once";
  timeline.play(true);
  timeline.advance(0.5);
  EXPECT_NEAR(timeline.time(), 0.5, 1e-9) << "who wants it sees its time go by";
  EXPECT_FALSE(timeline.take_pose(skeleton)) << "but nothing is drawn again";
}

TEST(Timeline, KeepsToTheLoopOfTheClip) {
  ClipDesc desc = test::nod("mChest", 90.0f);
  desc.loop = true;
  desc.loop_in = 0.5f;
  desc.loop_out = 1.5f;
  Timeline timeline = opened(desc);
  timeline.advance(1.75);
  EXPECT_NEAR(timeline.time(), 0.75, 1e-9);
  timeline.seek(2.75);
  EXPECT_NEAR(timeline.time(), 0.75, 1e-6);
}

TEST(Timeline, ATimeThatNeverComesIsTheBeginning) {
  ClipDesc desc = test::nod("mChest", 90.0f);
  desc.loop = true;
  desc.loop_out = 1.5f;
  Timeline timeline = opened(desc);
  timeline.seek(1e308);
  EXPECT_EQ(timeline.time(), 0.0);
  timeline.advance(0.25);
  EXPECT_NEAR(timeline.time(), 0.25, 1e-9) << "and goes on from there";
}

TEST(Timeline, StopsAtTheEndWithoutLoopAndStartsOver) {
  Timeline timeline = opened(test::nod("mChest", 90.0f));
  timeline.loop = false;
  timeline.advance(9.0);
  EXPECT_FALSE(timeline.playing());
  EXPECT_EQ(timeline.time(), 2.0);
  timeline.toggle();
  EXPECT_EQ(timeline.time(), 0.0);
}

TEST(Timeline, GivesThePoseOnceForEachMoment) {
  const Skeleton skeleton = small_skeleton();
  Timeline timeline = opened(test::nod("mChest", 90.0f));
  timeline.scrub(2.0);
  EXPECT_FALSE(timeline.playing());
  const auto pose = timeline.take_pose(skeleton);
  ASSERT_TRUE(pose);
  EXPECT_NEAR(test::degrees_of(*pose->rotations[1]), 90.0, 1e-4);
  EXPECT_FALSE(timeline.take_pose(skeleton));
  timeline.refresh();
  EXPECT_TRUE(timeline.take_pose(skeleton));
  timeline.close();
  EXPECT_FALSE(timeline.has_clip());
}

TEST(Timeline, AClipWithoutDurationStands) {
  Timeline timeline = opened(test::nod("mChest", 90.0f, 0.0f));
  EXPECT_FALSE(timeline.playing());
  timeline.play(true);
  timeline.advance(1.0);
  EXPECT_EQ(timeline.time(), 0.0);
}

}  // namespace
}  // namespace mannequin::document
