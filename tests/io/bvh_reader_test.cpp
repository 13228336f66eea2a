#include "engine/io/bvh_reader.h"

#include <gtest/gtest.h>

#include "engine/io/bvh_keys.h"
#include "engine/io/clip_file.h"
#include "tests/io/small_clips.h"

namespace mannequin::io {
namespace bvh_reader_test {

using test::small_bvh;
using test::small_skeleton;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string read_error(const std::string& text) {
  const auto bvh = read_bvh(text, "walk.bvh", small_skeleton());
  return bvh ? "" : bvh.error().message();
}

TEST(BvhReader, TurnsAxesAndInches) {
  const auto bvh = read_bvh(small_bvh(), "walk.bvh", small_skeleton());
  ASSERT_TRUE(bvh) << bvh.error().message();
  const ClipDesc& desc = bvh->desc;
  EXPECT_EQ(desc.duration, 1.0f);  // two frames of the four
  EXPECT_EQ(desc.priority, 2);
  EXPECT_FALSE(desc.loop);
  EXPECT_EQ(desc.hand_pose, 1u);
  ASSERT_EQ(desc.tracks.size(), 2u);
  EXPECT_EQ(desc.tracks[0].joint, "mPelvis");
  EXPECT_EQ(desc.tracks[1].joint, "mChest");
  // Ten inches up in the file's y are up in z, against the first frame.
  const auto& positions = desc.tracks[0].positions;
  ASSERT_EQ(positions.size(), 3u);
  EXPECT_EQ(positions[0].time, 0.0f);
  EXPECT_EQ(positions[1].time, 0.5f);
  EXPECT_NEAR(positions[1].value.z, 0.2540005f, 1e-6f);
  EXPECT_NEAR(positions[2].value.x, 0.2540005f, 1e-6f);
  // About the file's y is about z.
  const glm::quat turn = desc.tracks[0].rotations.back().value;
  EXPECT_NEAR(turn.z, std::sqrt(0.5f), 1e-6f);
  EXPECT_TRUE(desc.tracks[1].positions.empty());
}

TEST(BvhReader, ShortensEasesToFit) {
  const auto bvh = read_bvh(replaced(small_bvh(), "Time: 0.5", "Time: 0.1"), "walk.bvh", small_skeleton());
  ASSERT_TRUE(bvh);
  EXPECT_NEAR(bvh->desc.ease_in, 0.1f, 1e-6f);
}

TEST(BvhReader, LeavesOutWhatTheLineTells) {
  std::string text =
      "HIERARCHY\nROOT hip\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n}\nMOTION\n"
      "Frames: 12\nFrame Time: 0.1\n";
  for (int i = 0; i < 12; ++i) text += std::to_string(i) + " 0 0\n";
  const auto document = read_bvh_document(text, "line.bvh");
  ASSERT_TRUE(document) << document.error().message();
  const BvhKeys keys = choose_bvh_keys(*document, 0);
  EXPECT_TRUE(keys.moves);
  EXPECT_EQ(keys.rotations.front(), 1u);
  EXPECT_EQ(keys.rotations.back(), 11u);
  EXPECT_LT(keys.rotations.size(), 6u);
}

TEST(BvhReader, RefusesWithLineAndWord) {
  EXPECT_EQ(read_error(small_bvh()), "");
  EXPECT_NE(read_error("").find("[E_ST_EOF]"), std::string::npos);
  EXPECT_NE(read_error("hello").find("walk.bvh:1: "), std::string::npos);
  EXPECT_NE(read_error("hello").find("[E_ST_NO_HIER]"), std::string::npos);
  EXPECT_NE(read_error(replaced(small_bvh(), "ROOT hip", "ROOT Hips")).find("walk.bvh:2: "),
            std::string::npos);
  EXPECT_NE(read_error(replaced(small_bvh(), "ROOT hip", "ROOT Hips")).find("[E_ST_BAD_ROOT]"),
            std::string::npos);
  EXPECT_NE(read_error(replaced(small_bvh(), "0 45 0\n", "0 4,5 0\n")).find("walk.bvh:22: '4,5'"),
            std::string::npos);
  EXPECT_NE(read_error(replaced(small_bvh(), "0 45 0\n", "0 nan 0\n")).find("[E_ST_NO_POS]"),
            std::string::npos);
  EXPECT_NE(read_error(replaced(small_bvh(), "0 45 0\n", "0 45\n")).find("'chest'"), std::string::npos);
  EXPECT_NE(read_error(replaced(small_bvh(), "Frames: 4", "Frames: 400000")).find("[anim_too_long]"),
            std::string::npos);
  EXPECT_NE(read_error(replaced(small_bvh(), "JOINT chest", "JOINT tail")).find("[failed_to_initialize]"),
            std::string::npos);
  EXPECT_NE(read_error(replaced(small_bvh(), "Time: 0.5", "Time: -0.5")).find("[failed_to_initialize]"),
            std::string::npos);
}

TEST(BvhReader, CountsLinesWithEitherEnding) {
  std::string text;
  for (const char c : replaced(small_bvh(), "0 45 0\n", "0 x 0\n"))
    text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_NE(read_error(text).find("walk.bvh:22: "), std::string::npos) << read_error(text);
}

TEST(BvhReader, RemarksOnNamesThatTheUploaderDoesNotTurn) {
  const auto bvh =
      read_bvh(replaced(small_bvh(), "JOINT chest", "JOINT CHEST"), "walk.bvh", small_skeleton());
  ASSERT_TRUE(bvh) << bvh.error().message();
  ASSERT_EQ(bvh->notes.size(), 1u);
  EXPECT_EQ(bvh->notes[0].code, "joint_taken_as_it_is");
  EXPECT_EQ(bvh->desc.tracks[1].priority, 0);
  EXPECT_FALSE(bvh->desc.tracks[1].positions.empty());
}

TEST(ClipFile, PlaysABvhAsItComesBackFromTheUpload) {
  const std::string text = small_bvh();
  const auto file = read_clip(std::as_bytes(std::span(text)), "walk.bvh", small_skeleton());
  ASSERT_TRUE(file) << file.error().message();
  EXPECT_EQ(file->format, ClipFormat::bvh);
  EXPECT_NEAR(file->clip.tracks()[0].positions[1].value.z, 0.254f, 3e-4f);
}

TEST(ClipFile, GivesTheAnimThatABvhIsUploadedAs) {
  const std::string text = small_bvh();
  const auto bytes = std::as_bytes(std::span(text));
  const auto anim = read_clip_as_anim(bytes, "walk.bvh", small_skeleton());
  ASSERT_TRUE(anim) << anim.error().message();
  const auto clip = Clip::build(decode_anim(*anim), small_skeleton());
  const auto played = read_clip(bytes, "walk.bvh", small_skeleton());
  ASSERT_TRUE(clip && played);
  ASSERT_EQ(clip->tracks().size(), played->clip.tracks().size());
  EXPECT_EQ(clip->tracks()[0].positions[1].value, played->clip.tracks()[0].positions[1].value);
  // What is a .anim already stays as it is.
  const Bytes written = write_anim(*anim);
  const auto again = read_clip_as_anim(written, "walk.anim", small_skeleton());
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(write_anim(*again), written);
}

}  // namespace bvh_reader_test
}  // namespace mannequin::io
