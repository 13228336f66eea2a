// Hostile clips: any bytes give a clip or an error with its
// place, and no crash. Meant to run under the sanitizers.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "engine/animation/sample.h"
#include "engine/io/anim_upload.h"
#include "engine/io/clip_file.h"
#include "tests/io/small_clips.h"
#include "tests/shared_files.h"

namespace mannequin::io {
namespace clip_robustness_test {

Bytes bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// What holds for any outcome.
bool expect_sane(const Bytes& bytes, const std::string& name) {
  static const Skeleton skeleton = test::small_skeleton();
  const auto file = read_clip(bytes, name, skeleton);
  if (!file) {
    EXPECT_EQ(file.error().where.find(name), 0u) << file.error().where;
    EXPECT_FALSE(file.error().what.empty());
    return false;
  }
  for (const double seconds : {0.0, 0.7, 61.0}) {
    const Pose pose = evaluate_clip(file->clip, skeleton, seconds);
    for (const auto& rotation : pose.rotations)
      EXPECT_TRUE(!rotation || std::isfinite(glm::length(*rotation)));
    for (const auto& position : pose.positions) EXPECT_TRUE(!position || glm::length(*position) < 9.0);
  }
  (void)pack_upload(file->clip);
  return true;
}

void every_prefix(const Bytes& whole, std::size_t needed, std::size_t step, const std::string& name) {
  for (std::size_t length = 0; length < whole.size(); length += step) {
    const Bytes prefix(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    const bool read = expect_sane(prefix, name);
    EXPECT_FALSE(length < needed && read) << name << " cut to " << length;
  }
}

void flip_bytes(const Bytes& whole, std::size_t rounds, unsigned seed, const std::string& name) {
  std::mt19937 random(seed);
  for (std::size_t round = 0; round < rounds; ++round) {
    Bytes spoilt = whole;
    for (std::size_t i = 0, flips = 1 + random() % 4; i < flips; ++i)
      spoilt[random() % spoilt.size()] = static_cast<std::byte>(random() & 0xff);
    expect_sane(spoilt, name);
  }
}

TEST(ClipRobustness, EveryPrefix) {
  for (const AnimFile& file : {test::small_anim(), test::small_old_anim()}) {
    const Bytes whole = write_anim(file);
    every_prefix(whole, whole.size() - file.trailing.size(), 1, "cut.anim");
  }
  const std::string bvh = test::small_bvh();
  // The last number may lose its digits' ends and stay a number.
  every_prefix(bytes_of(bvh), bvh.rfind(' ') + 1, 1, "cut.bvh");
}

TEST(ClipRobustness, FlippedBytes) {
  flip_bytes(write_anim(test::small_anim()), 20'000, 1, "hostile.anim");
  flip_bytes(write_anim(test::small_old_anim()), 20'000, 2, "hostile.anim");
  flip_bytes(bytes_of(test::small_bvh()), 20'000, 3, "hostile.bvh");
}

TEST(ClipRobustness, RealFilesCutAndFlipped) {
  MANNEQUIN_NEEDS_SHARED("fixtures/anim/Pointe_Ballet-p6.anim");
  MANNEQUIN_NEEDS_SHARED("fixtures/bvh/avatar_female_walk.bvh");
  const Bytes anim = read_file(test::shared_path("fixtures/anim/Pointe_Ballet-p6.anim")).value();
  every_prefix(anim, anim.size(), 1, "cut.anim");
  flip_bytes(anim, 3000, 4, "hostile.anim");
  const Bytes bvh = read_file(test::shared_path("fixtures/bvh/avatar_female_walk.bvh")).value();
  every_prefix(bvh, 0, 101, "cut.bvh");
  flip_bytes(bvh, 200, 5, "hostile.bvh");
}

TEST(ClipRobustness, HugeCountsAreRefusedBeforeMemoryIsAskedFor) {
  const AnimFile file = test::small_anim();
  const Bytes whole = write_anim(file);
  for (std::size_t at = 0; at + 4 <= whole.size(); ++at)
    for (const std::uint32_t lie : {0x7fffffffu, 0xffffffffu, 0x80000000u, 0x10000000u, 0u}) {
      Bytes spoilt = whole;
      std::memcpy(spoilt.data() + at, &lie, sizeof lie);
      expect_sane(spoilt, "hostile.anim");
    }
}

TEST(ClipRobustness, BvhLies) {
  const std::string bvh = test::small_bvh();
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = bvh;
    text.replace(text.find(from), from.size(), to);
    return bytes_of(text);
  };
  for (const char* lie : {"2147483647", "-2147483648", "99999999999999", "0", "1e9", "", "nan"}) {
    expect_sane(with("Frames: 4", std::string("Frames: ") + lie), "hostile.bvh");
    expect_sane(with("CHANNELS 3", std::string("CHANNELS ") + lie), "hostile.bvh");
    expect_sane(with("Time: 0.5", std::string("Time: ") + lie), "hostile.bvh");
    expect_sane(with("50 0", std::string(lie) + " 0"), "hostile.bvh");
  }
  // Two places of the pelvis whose distance no float32 holds.
  for (const char* far : {"3e38", "-3e38"}) {
    std::string text = bvh;
    text.replace(text.find("0 40 0"), 1, "-3e38");
    text.replace(text.rfind("0 40 10"), 1, far);
    EXPECT_EQ(expect_sane(bytes_of(text), "far.bvh"), far[0] == '-') << far;
  }
  // Many joints, all empty, and many levels.
  std::string deep = "HIERARCHY\n";
  for (int i = 0; i < 3000; ++i) deep += "JOINT hip\n{\nOFFSET\nCHANNELS 3 Xrotation Yrotation Zrotation\n";
  EXPECT_FALSE(expect_sane(bytes_of(deep + "MOTION\nFrames: 0\nFrame Time: 1\n"), "deep.bvh"));
  EXPECT_FALSE(expect_sane(bytes_of(std::string(1 << 20, '}')), "braces.bvh"));
  EXPECT_FALSE(expect_sane(bytes_of("HIERARCHY\n" + std::string(1 << 20, '\n')), "lines.bvh"));
}

}  // namespace clip_robustness_test
}  // namespace mannequin::io
