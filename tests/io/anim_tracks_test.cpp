#include "engine/io/anim_tracks.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/io/small_clips.h"

namespace mannequin::io {
namespace anim_tracks_test {

using Names = std::vector<std::string>;

Names joints_of(const AnimFile& file) {
  Names names;
  for (const AnimTrack& track : file.tracks) names.push_back(track.joint);
  return names;
}

// hip with both kinds of keys, the same for mHead, CHEST and an unknown joint with rotations, chest twice.
AnimFile rich_clip() {
  AnimFile file;
  file.source = "rich.anim";
  file.duration = 1.0f;
  for (const char* joint : {"hip", "mHead", "CHEST", "mTentacle", "chest", "mChest"}) {
    AnimTrack track;
    track.joint = joint;
    track.rotations = {{0, {1, 2, 3}}};
    file.tracks.push_back(track);
  }
  for (const std::size_t both : {0u, 1u}) file.tracks[both].positions = {{0, {4, 5, 6}}, {65535, {7, 8, 9}}};
  return file;
}

TEST(AnimTracks, PositionKeysAreTakenOut) {
  const Skeleton skeleton = test::small_skeleton();
  AnimFile file = rich_clip();
  ASSERT_TRUE(keep_positions(file, KeptPositions::all, skeleton));
  EXPECT_EQ(write_anim(file), write_anim(rich_clip()));
  ASSERT_TRUE(keep_positions(file, KeptPositions::pelvis, skeleton));
  EXPECT_EQ(file.tracks.size(), 6u);
  EXPECT_EQ(file.tracks[0].positions.size(), 2u) << "hip is the pelvis";
  EXPECT_TRUE(file.tracks[1].positions.empty());
  EXPECT_EQ(file.tracks[1].rotations.size(), 1u);
  ASSERT_TRUE(keep_positions(file, KeptPositions::none, skeleton));
  EXPECT_TRUE(file.tracks[0].positions.empty());
}

TEST(AnimTracks, WhatHasOnlyPositionsGoesWithThem) {
  const Skeleton skeleton = test::small_skeleton();
  AnimFile file = rich_clip();
  file.tracks[1].rotations.clear();
  ASSERT_TRUE(keep_positions(file, KeptPositions::none, skeleton));
  EXPECT_EQ(joints_of(file), (Names{"hip", "CHEST", "mTentacle", "chest", "mChest"}));
  AnimFile old = test::small_old_anim();
  ASSERT_TRUE(keep_positions(old, KeptPositions::none, skeleton));
  EXPECT_TRUE(old.tracks[0].old_positions.empty());
  EXPECT_FALSE(old.tracks[0].old_rotations.empty());
  file.tracks.resize(1);
  file.tracks[0].rotations.clear();
  file.tracks[0].positions = {{0, {4, 5, 6}}};
  const Status none = keep_positions(file, KeptPositions::none, skeleton);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::bad_argument);
}

TEST(AnimTracks, JointsAreTakenOutByNameAndKind) {
  const Skeleton skeleton = test::small_skeleton();
  const auto without = [&](Names names) {
    AnimFile file = rich_clip();
    const Status done = remove_tracks(file, names, skeleton);
    return done ? joints_of(file) : Names{done.error().message()};
  };
  EXPECT_EQ(without({"unknown"}), (Names{"hip", "mHead", "CHEST", "chest", "mChest"}));
  EXPECT_EQ(without({"volumes"}), (Names{"hip", "mHead", "mTentacle", "chest", "mChest"}));
  EXPECT_EQ(without({"repeated"}), (Names{"hip", "mHead", "CHEST", "mTentacle", "chest"}));
  EXPECT_EQ(without({"attachments"}).size(), 6u) << "there are none, which is no fault";
  EXPECT_EQ(without({"mPelvis", "unknown"}), (Names{"mHead", "CHEST", "chest", "mChest"})) << "by any name";
  EXPECT_NE(without({"mFoot"})[0].find("rich.anim"), std::string::npos);
  EXPECT_NE(without({"mPelvis", "mHead", "volumes", "unknown", "chest"})[0].find("no joint"),
            std::string::npos);
}

}  // namespace anim_tracks_test
}  // namespace mannequin::io
