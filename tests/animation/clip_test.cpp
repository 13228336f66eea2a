#include "engine/animation/clip.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/animation/position_conflicts.h"
#include "engine/animation/sample.h"
#include "tests/animation/clip_case.h"

namespace mannequin::test {
namespace {

std::string build_error(ClipDesc desc) {
  const auto clip = Clip::build(std::move(desc), small_skeleton());
  return clip ? "" : clip.error().message();
}

TEST(Clip, ResolvesNamesAndAliases) {
  ClipDesc desc = nod("chest", 90.0f);
  desc.tracks.push_back({"mTail", 4, {{0.0f, tilt(1.0f)}}, {}});
  const Clip clip = Clip::build(desc, small_skeleton()).value();
  EXPECT_EQ(clip.tracks()[0].name, "mChest");
  EXPECT_TRUE(clip.tracks()[0].played);
  EXPECT_EQ(clip.priority(clip.tracks()[0]), 3);
  EXPECT_EQ(clip.tracks()[1].name, "mTail");
  EXPECT_EQ(clip.tracks()[1].joint, kNoJoint);
  EXPECT_FALSE(clip.tracks()[1].played);
}

TEST(Clip, TheFirstTrackOfAJointIsPlayed) {
  ClipDesc desc = nod("chest", 90.0f);
  desc.tracks.push_back(nod("mChest", 10.0f).tracks[0]);
  const Clip clip = Clip::build(desc, small_skeleton()).value();
  EXPECT_TRUE(clip.tracks()[0].played);
  EXPECT_FALSE(clip.tracks()[1].played);
}

TEST(Clip, SortsKeysAndTheLaterOfTwoCounts) {
  ClipDesc desc = nod("mChest", 90.0f);
  desc.tracks[0].rotations = {{1.0f, tilt(1)}, {0.0f, tilt(2)}, {1.0f, tilt(3)}, {0.5f, tilt(4)}};
  const Clip clip = Clip::build(desc, small_skeleton()).value();
  const auto& keys = clip.tracks()[0].rotations;
  ASSERT_EQ(keys.size(), 3u);
  EXPECT_EQ(keys[0].time, 0.0f);
  EXPECT_EQ(keys[1].time, 0.5f);
  EXPECT_NEAR(degrees_of(Quat(keys[2].value)), 3.0, 1e-4);
}

TEST(Clip, SaysHowLongItLastsAndWhatItDoesAtAMoment) {
  ClipDesc desc = nod("mChest", 90.0f, 4.0f);
  desc.tracks.push_back({"mHead", kClipPriority, {}, {{0.0f, Vec3f(0)}, {4.0f, Vec3f(0, 0, 0.4f)}}});
  desc.loop = true;
  const Skeleton skeleton = small_skeleton();
  const Clip clip = Clip::build(desc, skeleton).value();
  EXPECT_EQ(clip.duration(), 4.0f);
  EXPECT_TRUE(clip.loops());
  const Pose pose = sample_clip(clip, skeleton, 1.0f);
  const auto chest = static_cast<std::size_t>(skeleton.find("mChest")),
             head = static_cast<std::size_t>(skeleton.find("mHead"));
  ASSERT_TRUE(pose.rotations[chest] && pose.positions[head]);
  EXPECT_EQ(*pose.rotations[chest], sample_rotation(clip.tracks()[0].rotations, 1.0f));
  EXPECT_NEAR(pose.positions[head]->z, 0.1, 1e-6);
  EXPECT_FALSE(pose.positions[chest] || pose.rotations[head]);
}

TEST(Clip, RefusesWhatCannotPlay) {
  EXPECT_EQ(build_error(nod("mChest", 1.0f)), "");
  ClipDesc desc = nod("mChest", 1.0f);
  desc.tracks.clear();
  EXPECT_NE(build_error(desc).find("no joint"), std::string::npos);
  EXPECT_NE(build_error(nod("mRoot", 1.0f)).find("'mRoot'"), std::string::npos);
  EXPECT_NE(build_error(nod("mChest", 1.0f, -1.0f)).find("-1"), std::string::npos);
  EXPECT_NE(build_error(nod("mChest", 1.0f, 61.0f)).find("61"), std::string::npos);
  EXPECT_NE(build_error(nod("mChest", 1.0f, NAN)).find("finite"), std::string::npos);
  desc = nod("mChest", 1.0f);
  desc.tracks[0].positions.push_back({0.0f, Vec3f(0, INFINITY, 0)});
  EXPECT_NE(build_error(desc).find("'mChest'"), std::string::npos);
  desc = nod("mChest", 1.0f);
  desc.priority = 7;
  EXPECT_NE(build_error(desc).find("priority"), std::string::npos);
  desc = nod("mChest", 1.0f);
  desc.tracks.resize(217, desc.tracks[0]);
  EXPECT_NE(build_error(desc).find("216"), std::string::npos);
}

TEST(Clip, ConstraintsNeedTheirWholeChain) {
  ClipDesc desc = nod("mChest", 1.0f);
  desc.constraints.push_back({.chain_length = 1, .source_volume = "CHEST", .target_volume = "GROUND"});
  EXPECT_NE(build_error(desc).find("mPelvis"), std::string::npos);
  desc.tracks.push_back(nod("mPelvis", 1.0f).tracks[0]);
  const Clip clip = Clip::build(desc, small_skeleton()).value();
  EXPECT_EQ(clip.constraints()[0].chain, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(clip.constraints()[0].target, kNoJoint);
  desc.constraints[0].target_volume = "mHead";
  EXPECT_NE(build_error(desc).find("collision volume"), std::string::npos);
  desc.constraints[0].target_volume = "CHEST";
  desc.constraints[0].chain_length = 2;
  EXPECT_NE(build_error(desc).find("above mPelvis"), std::string::npos);
}

TEST(Fights, NameWhatSlidersMoveAndFacesFirst) {
  const Skeleton skeleton = small_skeleton();
  ClipDesc desc = nod("mHead", 1.0f);
  desc.tracks[0].positions = {{0.0f, Vec3f(0, 0, 0.2f)}, {1.0f, Vec3f(0, 0, 0.25f)}};
  desc.tracks.push_back({"mFaceJaw", -1, {}, {{0.0f, Vec3f(0.11f, 0, 0)}}});
  desc.tracks.push_back({"mPelvis", -1, {}, {{0.0f, Vec3f(0, 0, 1)}}});
  desc.tracks.push_back({"mChest", -1, {}, {{0.0f, Vec3f(0, 0, 0.3001f)}}});  // rest, as a file can say it
  const auto conflicts = find_position_conflicts(Clip::build(desc, skeleton).value(), skeleton);
  ASSERT_EQ(conflicts.size(), 2u);
  EXPECT_EQ(skeleton[conflicts[0].joint].name, "mFaceJaw");
  EXPECT_TRUE(conflicts[0].face);
  EXPECT_NEAR(conflicts[1].distance, 0.05, 1e-6);
  const std::string text = describe_position_conflicts(conflicts, skeleton);
  EXPECT_NE(text.find("mFaceJaw, mHead"), std::string::npos) << text;
  EXPECT_EQ(count_position_conflicts(conflicts),
            "Position keys fight the sliders on 2 joints, 1 of the face");
  EXPECT_EQ(describe_position_conflicts({}, skeleton), "");
}

}  // namespace
}  // namespace mannequin::test
