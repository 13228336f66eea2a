#include <algorithm>
#include <cstring>

#include "engine/io/anim_file.h"
#include "engine/io/anim_quantise.h"

namespace mannequin::io {
namespace {

class AnimBytes {
 public:
  template <typename T>
  void add(const T& value) {
    const auto* const from = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), from, from + sizeof(T));
  }
  void add_text(const std::string& text) {
    const auto from = std::as_bytes(std::span(text.c_str(), text.size() + 1));
    bytes_.insert(bytes_.end(), from.begin(), from.end());
  }
  template <typename Key>
  void add_keys(const std::vector<Key>& keys) {
    add(static_cast<std::int32_t>(keys.size()));
    for (const Key& key : keys) {
      add(key.time);
      add(key.value);
    }
  }
  void add_bytes(const Bytes& more) { bytes_.insert(bytes_.end(), more.begin(), more.end()); }
  Bytes take() { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

void add_header(AnimBytes& out, const AnimFile& file) {
  out.add<std::uint16_t>(file.old_form ? 0 : 1);
  out.add<std::uint16_t>(file.old_form ? 1 : 0);
  out.add(file.priority);
  out.add(file.duration);
  out.add_text(file.emote);
  out.add(file.loop_in);
  out.add(file.loop_out);
  out.add(file.loop);
  out.add(file.ease_in);
  out.add(file.ease_out);
  out.add(file.hand_pose);
}

void add_constraint(AnimBytes& out, const AnimConstraint& constraint) {
  out.add(constraint.chain_length);
  out.add(constraint.type);
  out.add(constraint.source);
  out.add(constraint.vectors[0]);
  out.add(constraint.target);
  out.add(constraint.vectors[1]);
  out.add(constraint.vectors[2]);
  out.add(constraint.ease);
}

// Rounded down to a count and back, as the viewer does before packing.
float worn_down(float value, float limit) {
  return from_count(to_count(value, -limit, limit), -limit, limit);
}

AnimKey pack_rotation(const RotationKey& key, float duration) {
  const glm::quat& q = key.value;
  const float length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  AnimKey packed{to_count(key.time, 0.0f, duration), {}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    float value = axis == 0 ? q.x : axis == 1 ? q.y : q.z;
    if (length > 1e-7f) value /= length;
    // The sign is chosen so that w, which is not stored, is not negative.
    packed.value[axis] = to_count(worn_down(q.w < 0.0f ? -value : value, 1.0f), -1.0f, 1.0f);
  }
  return packed;
}

AnimKey pack_position(const PositionKey& key, float duration) {
  AnimKey packed{to_count(key.time, 0.0f, duration), {}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const float value = key.value[static_cast<glm::length_t>(axis)];
    packed.value[axis] = to_count(worn_down(value, kMaxClipPosition), -kMaxClipPosition, kMaxClipPosition);
  }
  return packed;
}

std::array<char, 16> pack_name(const std::string& name) {
  std::array<char, 16> packed{};
  std::copy_n(name.begin(), std::min<std::size_t>(name.size(), packed.size() - 1), packed.begin());
  return packed;
}

AnimConstraint pack_constraint(const ClipConstraintDesc& desc) {
  AnimConstraint packed;
  packed.chain_length = static_cast<std::uint8_t>(std::min(desc.chain_length, 255u));
  packed.type = desc.plane ? 1 : 0;
  packed.source = pack_name(desc.source_volume);
  packed.target = pack_name(desc.target_volume);
  const Vec3f* const vectors[] = {&desc.source_offset, &desc.target_offset, &desc.target_direction};
  for (std::size_t i = 0; i < 3; ++i) packed.vectors[i] = {vectors[i]->x, vectors[i]->y, vectors[i]->z};
  packed.ease = {desc.ease_in_start, desc.ease_in_stop, desc.ease_out_start, desc.ease_out_stop};
  return packed;
}

}  // namespace

Bytes write_anim(const AnimFile& file) {
  AnimBytes out;
  add_header(out, file);
  out.add(static_cast<std::uint32_t>(file.tracks.size()));
  for (const AnimTrack& track : file.tracks) {
    out.add_text(track.joint);
    out.add(track.priority);
    file.old_form ? out.add_keys(track.old_rotations) : out.add_keys(track.rotations);
    file.old_form ? out.add_keys(track.old_positions) : out.add_keys(track.positions);
  }
  out.add(file.constraint_count);
  for (const AnimConstraint& constraint : file.constraints) add_constraint(out, constraint);
  out.add_bytes(file.trailing);
  return out.take();
}

AnimFile pack_anim(const ClipDesc& desc) {
  AnimFile file;
  file.source = desc.source;
  file.priority = desc.priority;
  file.duration = desc.duration;
  file.emote = desc.emote;
  file.loop_in = desc.loop_in;
  file.loop_out = desc.loop_out;
  file.loop = desc.loop ? 1 : 0;
  file.ease_in = desc.ease_in;
  file.ease_out = desc.ease_out;
  file.hand_pose = desc.hand_pose;
  for (const ClipTrackDesc& from : desc.tracks) {
    AnimTrack track;
    track.joint = from.joint;
    track.priority = from.priority;
    for (const RotationKey& key : from.rotations)
      track.rotations.push_back(pack_rotation(key, desc.duration));
    for (const PositionKey& key : from.positions)
      track.positions.push_back(pack_position(key, desc.duration));
    file.tracks.push_back(std::move(track));
  }
  for (const ClipConstraintDesc& constraint : desc.constraints)
    file.constraints.push_back(pack_constraint(constraint));
  file.constraint_count = static_cast<std::int32_t>(file.constraints.size());
  return file;
}

}  // namespace mannequin::io
