#include "engine/animation/sample.h"

#include <algorithm>
#include <cassert>
#include <cfloat>
#include <cmath>

namespace mannequin {
namespace {

Quat along_the_arc(const Quat& a, const Quat& b, double u) {
  const double cosine = glm::dot(a, b);
  const double sign = cosine < 0.0 ? -1.0 : 1.0;
  double from = 1.0 - u, to = u;
  // Nearly the same rotation, or keys slightly longer than 1: the arc is a line.
  if (1.0 - std::abs(cosine) >= 1e-5) {
    const double angle = std::acos(std::abs(cosine));
    from = std::sin(angle - u * angle) / std::sin(angle);
    to = std::sin(u * angle) / std::sin(angle);
  }
  return a * (sign * from) + b * to;
}

Quat along_the_line(const Quat& a, const Quat& b, double u) {
  const Quat blended = a + (b + -a) * u;
  const double length = glm::length(blended);
  if (length < 1e-7) return Quat(1.0, 0.0, 0.0, 0.0);
  // Within this it is unchanged, as in the viewer; the difference is far below what is visible.
  return std::abs(1.0 - length) > 1e-6 ? blended / length : blended;
}

// The first key after `time`; one past the end if there is none.
template <typename Key>
std::size_t key_after(std::span<const Key> keys, float time) {
  const auto after = std::ranges::upper_bound(keys, time, {}, &Key::time);
  return static_cast<std::size_t>(after - keys.begin());
}

// between(key, next key, share) unless `time` is on a key or beyond all of them.
template <typename Key, typename Between>
auto sample(std::span<const Key> keys, float time, Between between) {
  assert(!keys.empty());
  const std::size_t next = key_after(keys, time);
  if (next == 0) return between(keys.front(), keys.front(), 0.0);
  const Key& key = keys[next - 1];
  if (next == keys.size() || key.time == time) return between(key, key, 0.0);
  const double from = static_cast<double>(key.time), to = static_cast<double>(keys[next].time);
  return between(key, keys[next], (static_cast<double>(time) - from) / (to - from));
}

// How long the clip plays on its own. If its eases do not fit, it runs to its end before it eases out, and so
// past its end; version 0.1 may have keys there.
float playing_time(const ClipDesc& desc) {
  if (desc.loop) return FLT_MAX;
  const bool eases_late = desc.ease_in + desc.ease_out > desc.duration;
  return desc.duration + (eases_late ? std::max(desc.ease_out, 0.0f) : 0.0f);
}

// A loop that reaches beyond the clip's end stops there: whether it has stopped at this playing time.
bool has_run_out(const ClipDesc& desc, float playing) {
  if (!desc.loop || desc.duration == 0.0f) return false;
  if (desc.loop_in <= desc.loop_out) return desc.loop_out > desc.duration && playing > desc.duration;
  // Out before in: after the first pass up to loop_out, it runs from loop_in for the length between the two.
  if (desc.loop_out > desc.duration) return playing > desc.duration;
  if (2.0f * desc.loop_in - desc.loop_out <= desc.duration) return false;
  return playing - desc.loop_out > std::max(desc.duration - desc.loop_in, 0.0f);
}

}  // namespace

Quat blend_rotations(const Quat& a, const Quat& b, double u) {
  return glm::dot(a, b) < 0.0 ? along_the_arc(a, b, u) : along_the_line(a, b, u);
}

Quat sample_rotation(std::span<const RotationKey> keys, float time) {
  return sample(keys, time, [](const RotationKey& a, const RotationKey& b, double u) {
    return u == 0.0 ? Quat(a.value) : blend_rotations(Quat(a.value), Quat(b.value), u);
  });
}

Vec3 sample_position(std::span<const PositionKey> keys, float time) {
  return sample(keys, time, [](const PositionKey& a, const PositionKey& b, double u) {
    return glm::mix(Vec3(a.value), Vec3(b.value), u);
  });
}

float clip_time(const Clip& clip, float playing) {
  const ClipDesc& desc = clip.desc();
  playing = std::isfinite(playing) ? std::max(playing, 0.0f) : 0.0f;
  if (!desc.loop) return playing;
  if (desc.duration == 0.0f) return 0.0f;
  if (playing <= desc.loop_out) return playing;
  if (desc.loop_in == desc.loop_out) return desc.loop_out;
  // Also correct if out precedes in: the remainder of a negative range is still positive.
  return desc.loop_in + std::fmod(playing - desc.loop_out, desc.loop_out - desc.loop_in);
}

namespace {

void add_samples(const Clip& clip, const Skeleton& skeleton, float time, Pose& pose) {
  for (const ClipTrack& track : clip.tracks()) {
    if (!track.played) continue;
    if (!track.rotations.empty())
      pose.set_rotation(skeleton, track.joint, sample_rotation(track.rotations, time));
    if (!track.positions.empty())
      pose.set_position(skeleton, track.joint, sample_position(track.positions, time));
  }
}

}  // namespace

Pose sample_clip(const Clip& clip, const Skeleton& skeleton, float time) {
  Pose pose;
  add_samples(clip, skeleton, time, pose);
  return pose;
}

Pose evaluate_clip(const Clip& clip, const Skeleton& skeleton, double seconds) {
  Pose pose;
  evaluate_clip(clip, skeleton, seconds, pose);
  return pose;
}

void evaluate_clip(const Clip& clip, const Skeleton& skeleton, double seconds, Pose& out) {
  out.clear_joints();
  // Alone on a joint a clip does not fade: any weight above 0 shows it in full.
  if (seconds < 0.0 || (seconds == 0.0 && clip.desc().ease_in > 0.0f)) return;
  const float playing = std::min(static_cast<float>(seconds), playing_time(clip.desc()));
  const bool ended = has_run_out(clip.desc(), playing);
  add_samples(clip, skeleton, ended ? clip.duration() : clip_time(clip, playing), out);
}

}  // namespace mannequin
