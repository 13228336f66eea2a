#include "engine/io/anim_file.h"

#include <gtest/gtest.h>

#include "engine/io/anim_quantise.h"
#include "engine/io/anim_settings.h"
#include "engine/io/anim_upload.h"
#include "engine/io/clip_file.h"
#include "tests/io/small_clips.h"

namespace mannequin::io {
namespace anim_file_test {

using test::small_anim;
using test::small_old_anim;
using test::small_skeleton;

TEST(AnimFile, WhatNobodyEditsIsWrittenBackByteForByte) {
  for (const AnimFile& file : {small_anim(), small_old_anim()}) {
    const Bytes bytes = write_anim(file);
    const auto read = read_anim(bytes, "small.anim");
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(write_anim(*read), bytes);
    EXPECT_EQ(read->tracks[1].priority, 5);
    EXPECT_EQ(read->constraints[0].source[6], 'x');
    EXPECT_EQ(read->trailing.size(), 2u);
  }
}

TEST(AnimFile, DecodesCounts) {
  const ClipDesc desc = decode_anim(small_anim());
  EXPECT_TRUE(desc.loop);
  const RotationKey& key = desc.tracks[0].rotations[0];
  EXPECT_EQ(key.time, 2.0f);
  EXPECT_EQ(key.value.x, 0.0f);  // both counts beside the middle
  EXPECT_EQ(key.value.y, 0.0f);
  EXPECT_NEAR(key.value.z, 0.2207f, 1e-4f);
  EXPECT_NEAR(glm::length(key.value), 1.0f, 1e-6f);
  EXPECT_EQ(desc.tracks[0].rotations[1].value.w, 0.0f);  // longer than 1: nothing is left for w
  EXPECT_EQ(desc.tracks[1].positions[0].value, Vec3f(0, 0, 5));
  EXPECT_EQ(desc.constraints[0].source_volume, "CHEST");
}

TEST(AnimFile, DecodesTheOldForm) {
  const ClipDesc desc = decode_anim(small_old_anim());
  EXPECT_NEAR(test::degrees_of(Quat(desc.tracks[0].rotations[1].value)), 90.0, 1e-4);
  EXPECT_EQ(desc.tracks[0].positions[0].value, Vec3f(1, -5, 0));
}

TEST(AnimFile, CountsSurviveDecodingAndPackingExceptForTheLossOfTheFloor) {
  for (unsigned count = 0; count < 65536; count += 7) {
    const float value = from_count(static_cast<std::uint16_t>(count), -5.0f, 5.0f);
    const int again = to_count(value, -5.0f, 5.0f);
    EXPECT_LE(std::abs(again - static_cast<int>(count)), 1) << count;
  }
  EXPECT_EQ(to_count(0.0f, 0.0f, 0.0f), 0);
  EXPECT_EQ(to_count(99.0f, -5.0f, 5.0f), 65535);
}

std::string read_error(const AnimFile& file) {
  const auto read = read_anim(write_anim(file), "bad.anim");
  return read ? "" : read.error().message();
}

TEST(AnimFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(read_error(small_anim()), "");
  AnimFile file = small_anim();
  file.priority = -2;
  EXPECT_NE(read_error(file).find("bad.anim, byte 4: the priority is -2"), std::string::npos);
  file = small_anim();
  file.duration = 61.0f;
  EXPECT_NE(read_error(file).find("61"), std::string::npos);
  file = small_anim();
  file.duration = -1.0f;
  EXPECT_NE(read_error(file).find("-1 seconds, which is invalid"), std::string::npos);
  file = small_anim();
  file.ease_out = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(read_error(file).find("ease-out"), std::string::npos);
  file = small_anim();
  file.tracks[0].joint = "mScreen";
  EXPECT_NE(read_error(file).find("mScreen"), std::string::npos);
  file = small_anim();
  file.tracks.clear();
  EXPECT_NE(read_error(file).find("number of joints is 0"), std::string::npos);
  file = small_old_anim();
  file.tracks[0].old_positions[0].value[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(read_error(file).find("not finite"), std::string::npos);
  file.tracks[0].old_positions[0].value[1] = std::numeric_limits<float>::infinity();  // clamped
  EXPECT_EQ(read_error(file), "");
}

TEST(AnimFile, RemarksOnWhatTheViewerTakesOtherwise) {
  AnimFile file = small_anim();
  file.priority = 9;
  file.tracks[0].priority = 8;
  file.constraint_count = 11;
  const auto read = read_anim(write_anim(file), "odd.anim");
  ASSERT_TRUE(read) << read.error().message();
  std::string codes;
  for (const Note& note : read->notes) codes += note.code + " ";
  EXPECT_EQ(codes, "constraints_ignored priority_capped joint_priority_high trailing_bytes ");
  EXPECT_EQ(decode_anim(*read).priority, 6);
  EXPECT_TRUE(decode_anim(*read).constraints.empty());
}

TEST(AnimUpload, WritesCanonicalNamesAndRefusesUnknownOnes) {
  AnimFile file = small_anim();
  file.constraints.clear();
  file.constraint_count = 0;
  const auto upload = [&] { return pack_upload(Clip::build(decode_anim(file), small_skeleton()).value()); };
  ASSERT_TRUE(upload());
  EXPECT_EQ(upload()->tracks[0].joint, "mChest");
  EXPECT_EQ(upload()->loop, 1);
  EXPECT_EQ(upload()->tracks[0].rotations[0].time, 0);  // sorted
  file.tracks[1].joint = "mTail";
  ASSERT_FALSE(upload());
  EXPECT_NE(upload().error().what.find("'mTail'"), std::string::npos);
}

TEST(AnimSettings, MovePrioritiesAlongAndKeepKeys) {
  AnimFile file = small_anim();
  file.tracks[1].priority = 2;
  AnimSettings settings;
  settings.priority = 6;
  settings.loop = false;
  settings.loop_in = ClipMoment{25.0f, true};
  settings.loop_out = ClipMoment{1.5f, false};
  ASSERT_TRUE(apply_settings(file, settings));
  EXPECT_EQ(file.priority, 6);
  EXPECT_EQ(file.tracks[0].priority, kClipPriority);
  EXPECT_EQ(file.tracks[1].priority, 4);  // 2 + 3, but no higher
  EXPECT_EQ(file.loop, 0);
  EXPECT_EQ(file.loop_in, 0.5f);
  EXPECT_EQ(file.loop_out, 1.5f);
  EXPECT_EQ(file.ease_in, 0.25f);
  for (const auto& [bad, word] : {std::pair{AnimSettings{.priority = 7}, "priority"},
                                  {AnimSettings{.ease_in = -1.0f}, "ease"},
                                  {AnimSettings{.loop_out = ClipMoment{3.0f, false}}, "loop"},
                                  {AnimSettings{.hand_pose = 15}, "hand"}}) {
    const auto status = apply_settings(file, bad);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::bad_argument);
    EXPECT_NE(status.error().what.find(word), std::string::npos);
  }
}

TEST(ClipFile, TellsFormatsApart) {
  const Bytes anim = write_anim(small_anim()), old = write_anim(small_old_anim());
  const std::string bvh = test::small_bvh();
  EXPECT_EQ(clip_format(anim, "clip"), ClipFormat::anim);
  EXPECT_EQ(clip_format(old, "clip.bin"), ClipFormat::anim);
  EXPECT_EQ(clip_format(std::as_bytes(std::span(bvh)), "clip.txt"), ClipFormat::bvh);
  EXPECT_EQ(clip_format({}, "walk.BVH"), ClipFormat::bvh);
  const std::string pose = "{}";
  EXPECT_FALSE(clip_format(std::as_bytes(std::span(pose)), "pose.json"));
}

}  // namespace anim_file_test
}  // namespace mannequin::io
