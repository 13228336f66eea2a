#include "tools/document/timeline.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/animation/position_conflicts.h"
#include "engine/animation/sample.h"
#include "tools/findings/clip_findings.h"

namespace mannequin::document {
namespace {

// Many poses are clips with two equal keys.
bool is_still(const Clip& clip) {
  const auto alike = [](const auto& keys) {
    return std::ranges::all_of(keys, [&](const auto& key) { return key.value == keys.front().value; });
  };
  return std::ranges::all_of(clip.tracks(), [&](const ClipTrack& track) {
    return alike(track.rotations) && alike(track.positions);
  });
}

}  // namespace

void Timeline::open(io::ClipFile file, const Skeleton& skeleton) {
  const std::vector<PositionConflict> conflicts = find_position_conflicts(file.clip, skeleton);
  conflicts_ = count_position_conflicts(conflicts);
  conflicts_in_full_ = describe_position_conflicts(conflicts, skeleton);
  findings_ = clip_findings(file, skeleton);
  ++revision_;
  clip_.emplace(std::move(file.clip));
  still_ = is_still(*clip_);
  time_ = 0.0;
  loop = true;
  play(!still_);
  moved_ = true;
}

void Timeline::close() {
  if (!clip_) return;
  clip_.reset();
  findings_.clear();
  ++revision_;
}

void Timeline::replace(io::ClipFile file, const Skeleton& skeleton) {
  const double time = time_;
  const bool playing = playing_, looping = loop;
  open(std::move(file), skeleton);
  time_ = std::clamp(time, 0.0, duration());
  loop = looping;
  play(playing);
}

void Timeline::scrub(double time) {
  playing_ = false;
  time_ = std::clamp(time, 0.0, duration());
  moved_ = true;
}

void Timeline::seek(double seconds) {
  const bool comes = std::abs(seconds) <= static_cast<double>(std::numeric_limits<float>::max());
  const double time = static_cast<double>(clip_time(*clip_, comes ? static_cast<float>(seconds) : 0.0f));
  time_ = std::clamp(time, 0.0, duration());
  moved_ = true;
}

void Timeline::play(bool on) {
  // At its end it starts again.
  if (on && !loop && time_ >= duration()) time_ = 0.0;
  playing_ = on && duration() > 0.0;
}

void Timeline::advance(double seconds) {
  if (!clip_ || !playing_) return;
  moved_ = moved_ || !still_;
  time_ += seconds * speed;
  const ClipDesc& desc = clip_->desc();
  const bool own_loop = desc.loop && desc.loop_in < desc.loop_out && desc.loop_out <= desc.duration;
  const double begin = own_loop ? std::max(static_cast<double>(desc.loop_in), 0.0) : 0.0;
  const double end = own_loop ? static_cast<double>(desc.loop_out) : duration();
  if (!loop) {
    if (time_ >= duration()) playing_ = false;
    time_ = std::min(time_, duration());
  } else if (time_ > end && end > begin) {
    time_ = begin + std::fmod(time_ - end, end - begin);
  } else if (time_ > end) {
    time_ = std::clamp(end, 0.0, duration());
  }
}

std::optional<Pose> Timeline::take_pose(const Skeleton& skeleton) {
  if (!clip_ || !moved_) return std::nullopt;
  moved_ = false;
  return sample_clip(*clip_, skeleton, static_cast<float>(time_));
}

}  // namespace mannequin::document
