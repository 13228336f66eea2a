// .anim, the viewer's binary clip: the exact contents of a file, and their meaning.
//
// AnimFile keeps every number unchanged, so that an unedited file is written back byte for byte;
// decode_anim returns the playable ClipDesc. Little-endian, unaligned. Source: formats/anim-keyframe.md.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/animation/clip.h"
#include "engine/io/file.h"
#include "engine/io/note.h"

namespace mannequin::io {

// Counts over a range: time [0, duration]; rotation x, y, z [-1, 1]; position [-5, 5] m.
struct AnimKey {
  std::uint16_t time = 0;
  std::array<std::uint16_t, 3> value{};
};

// Version 0.1: seconds; degrees about z, then y, then x; metres.
struct AnimOldKey {
  float time = 0.0f;
  std::array<float, 3> value{};
};

// One joint's keys.
struct AnimTrack {
  std::string joint;
  std::int32_t priority = kClipPriority;
  std::vector<AnimKey> rotations, positions;
  std::vector<AnimOldKey> old_rotations, old_positions;  // version 0.1, instead of the others
};

// As in the file.
struct AnimConstraint {
  std::uint8_t chain_length = 0, type = 0;  // type 0 point, 1 plane
  std::array<char, 16> source{}, target{};  // names with whatever follows their NUL
  // offset of the source, of the target, direction of the target
  std::array<std::array<float, 3>, 3> vectors{};
  std::array<float, 4> ease{};  // in: start, stop; out: start, stop
};

// A whole file.
struct AnimFile {
  std::string source;         // file name for messages
  bool old_form = false;      // version 0.1, else 1.0
  std::int32_t priority = 0;  // as declared; above 6 it counts as 6
  float duration = 0.0f;      // seconds
  std::string emote;
  float loop_in = 0.0f, loop_out = 0.0f;  // seconds
  std::int32_t loop = 0;
  float ease_in = 0.0f, ease_out = 0.0f;  // seconds
  std::uint32_t hand_pose = 0;
  std::vector<AnimTrack> tracks;
  std::int32_t constraint_count = 0;  // as declared; outside 0..10 there are none and the rest is `trailing`
  std::vector<AnimConstraint> constraints;
  Bytes trailing;  // bytes after the end
  Notes notes;
};

// Rejects what the viewer rejects, except where that takes a skeleton; Clip::build does the rest. Errors name
// file and byte offset.
Result<AnimFile> read_anim(std::span<const std::byte> bytes, const std::string& source);

// The file as read, or as changed since.
Bytes write_anim(const AnimFile& file);

// Keys in float32, decoded as in the viewer.
ClipDesc decode_anim(const AnimFile& file);

// A clip as version 1.0, packed as the viewer packs a converted BVH file: counts are rounded down twice, so a
// number may lose two counts.
AnimFile pack_anim(const ClipDesc& desc);

}  // namespace mannequin::io
