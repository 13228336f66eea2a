// What the animation oracle's tests share: clips from base64, states of a clip, states of a skeleton.
#pragma once

#include <string>
#include <vector>

#include "engine/animation/player.h"
#include "engine/io/anim_file.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {

// Limits of oracle/anim/README.md.
inline constexpr double kKeyLimit = 1e-7;
inline constexpr double kSampleLimit = 5e-6;
inline constexpr double kCloseKeysFactor = 10.0;  // where keys are closer than 10 ms
inline constexpr double kTimeLimit = 1e-6;
inline constexpr double kClipWorldLimit = 2e-5;
inline constexpr double kClipWorldRotationLimit = 1e-5;

io::Bytes from_base64(const std::string& text);

// What a record of oracle/anim is about: within it as base64, or a file in fixtures/. `kind`: "anim" or
// "bvh".
io::Bytes recorded_bytes(const nlohmann::json& oracle, const std::string& kind);

// Throws where the bytes are no clip.
Clip clip_from(const io::Bytes& bytes, const std::string& name, const Skeleton& skeleton);

// The sliders of a shape in shapes.json.gz.
SliderValues shape_sliders(const std::string& name);

// `numbers`: x, y, z, w from `first` on. Either sign, and any length, of the same rotation is equal.
void compare_rotation(Worst& worst, const Quat& ours, const nlohmann::json& numbers, std::size_t first,
                      const std::string& where);

// A skeleton's state: local and world.
struct SkeletonDifference {
  Worst position{kSampleLimit}, rotation{kSampleLimit}, world{kClipWorldLimit},
      world_rotation{kClipWorldRotationLimit};
  bool within() const {
    return position.value() <= position.limit() && rotation.value() <= rotation.limit() &&
           world.value() <= world.limit() && world_rotation.value() <= world_rotation.limit();
  }
};
void compare_skeleton(SkeletonDifference& d, const Skeleton& skeleton, std::span<const JointTransform> ours,
                      const nlohmann::json& state, const std::string& where);

// A playback: activity, times, weights, samples.
struct PlaybackDifference {
  Worst time{kTimeLimit}, weight{kTimeLimit}, sample{kSampleLimit};
};
// `excused`: tracks whose samples something else changes.
void compare_playback(PlaybackDifference& d, const Clip& clip, const Playback* ours,
                      const nlohmann::json& theirs, const std::string& where,
                      const std::vector<std::size_t>& excused = {});

// A decoded clip: header, tracks, keys, constraints.
void compare_clip(Worst& keys, const Clip& ours, const nlohmann::json& motion, const std::string& where);

// Adds what `pose` says to what earlier ones said, as joints keep it in the viewer.
void keep(Pose& kept, const Pose& pose);

#define EXPECT_SKELETON_WITHIN(d)    \
  EXPECT_WITHIN_LIMIT((d).position); \
  EXPECT_WITHIN_LIMIT((d).rotation); \
  EXPECT_WITHIN_LIMIT((d).world);    \
  EXPECT_WITHIN_LIMIT((d).world_rotation)

#define EXPECT_PLAYBACK_WITHIN(d)  \
  EXPECT_WITHIN_LIMIT((d).time);   \
  EXPECT_WITHIN_LIMIT((d).weight); \
  EXPECT_WITHIN_LIMIT((d).sample)

}  // namespace mannequin::test
