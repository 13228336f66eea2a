#include <algorithm>
#include <cmath>

#include "engine/io/anim_file.h"
#include "engine/io/anim_quantise.h"

namespace mannequin::io {
namespace {

glm::quat with_positive_w(float x, float y, float z) {
  // A file may have (x, y, z) longer than 1; the rotation then keeps that length.
  const float rest = 1.0f - (x * x + y * y + z * z);
  return {rest > 0.0f ? std::sqrt(rest) : 0.0f, x, y, z};
}

RotationKey decode_rotation(const AnimKey& key, float duration) {
  const auto axis = [&](std::size_t i) { return from_count(key.value[i], -1.0f, 1.0f); };
  return {from_count(key.time, 0.0f, duration), with_positive_w(axis(0), axis(1), axis(2))};
}

PositionKey decode_position(const AnimKey& key, float duration) {
  const auto axis = [&](std::size_t i) {
    return from_count(key.value[i], -kMaxClipPosition, kMaxClipPosition);
  };
  return {from_count(key.time, 0.0f, duration), Vec3f(axis(0), axis(1), axis(2))};
}

// About z, then the fixed y, then the fixed x. The angle is float32 in radians too, which matters for
// many turns.
RotationKey decode_rotation(const AnimOldKey& key, float) {
  const auto turn = [&](std::size_t i, const Vec3& axis) {
    constexpr float kRadians = 0.017453292519943295769f;
    const auto half = static_cast<double>(key.value[i] * kRadians * 0.5f);
    return Quat(std::cos(half), std::sin(half) * axis);
  };
  return {key.time, glm::quat(turn(0, Vec3(1, 0, 0)) * turn(1, Vec3(0, 1, 0)) * turn(2, Vec3(0, 0, 1)))};
}

PositionKey decode_position(const AnimOldKey& key, float) {
  const auto axis = [&](std::size_t i) {
    return std::clamp(key.value[i], -kMaxClipPosition, kMaxClipPosition);
  };
  return {key.time, Vec3f(axis(0), axis(1), axis(2))};
}

template <typename Key>
void decode_keys(const std::vector<Key>& rotations, const std::vector<Key>& positions, float duration,
                 ClipTrackDesc& track) {
  for (const Key& key : rotations) track.rotations.push_back(decode_rotation(key, duration));
  for (const Key& key : positions) track.positions.push_back(decode_position(key, duration));
}

std::string name_in(const std::array<char, 16>& field) {
  return {field.begin(), std::find(field.begin(), field.end(), '\0')};
}

ClipConstraintDesc decode_constraint(const AnimConstraint& from) {
  const auto vector = [&](std::size_t i) {
    return Vec3f(from.vectors[i][0], from.vectors[i][1], from.vectors[i][2]);
  };
  ClipConstraintDesc desc;
  desc.chain_length = from.chain_length;
  desc.plane = from.type == 1;
  desc.source_volume = name_in(from.source);
  desc.source_offset = vector(0);
  desc.target_volume = name_in(from.target);
  desc.target_offset = vector(1);
  desc.target_direction = vector(2);
  desc.ease_in_start = from.ease[0];
  desc.ease_in_stop = from.ease[1];
  desc.ease_out_start = from.ease[2];
  desc.ease_out_stop = from.ease[3];
  return desc;
}

}  // namespace

ClipDesc decode_anim(const AnimFile& file) {
  ClipDesc desc;
  desc.source = file.source;
  desc.priority = std::min(static_cast<int>(file.priority), kMaxClipPriority);
  desc.duration = file.duration;
  desc.emote = file.emote;
  desc.loop = file.loop != 0;
  desc.loop_in = file.loop_in;
  desc.loop_out = file.loop_out;
  desc.ease_in = file.ease_in;
  desc.ease_out = file.ease_out;
  desc.hand_pose = file.hand_pose;
  for (const AnimTrack& from : file.tracks) {
    ClipTrackDesc track;
    track.joint = from.joint;
    track.priority = from.priority;
    if (file.old_form)
      decode_keys(from.old_rotations, from.old_positions, file.duration, track);
    else
      decode_keys(from.rotations, from.positions, file.duration, track);
    desc.tracks.push_back(std::move(track));
  }
  for (const AnimConstraint& constraint : file.constraints)
    desc.constraints.push_back(decode_constraint(constraint));
  return desc;
}

}  // namespace mannequin::io
