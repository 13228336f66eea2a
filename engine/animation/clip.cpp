#include "engine/animation/clip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/math/finite.h"

namespace mannequin {
namespace {

constexpr std::string_view kGround = "GROUND";

Status check_header(const ClipDesc& desc) {
  const auto bad = [&](std::string what) { return fail(ErrorCode::bad_data, desc.source, std::move(what)); };
  if (desc.tracks.empty()) return bad("moves no joint; a clip needs at least one");
  if (desc.tracks.size() > kMaxClipTracks)
    return bad(fmt::format("moves {} joints, more than the {} that a clip can move; remove some",
                           desc.tracks.size(), kMaxClipTracks));
  for (const float seconds : {desc.duration, desc.loop_in, desc.loop_out, desc.ease_in, desc.ease_out})
    if (!std::isfinite(seconds))
      return bad("has a duration, loop point or ease time that is not a finite number; correct it");
  if (desc.duration < 0.0f || desc.duration > kMaxClipSeconds)
    return bad(fmt::format("lasts {} seconds; a clip lasts 0 to {}", desc.duration, kMaxClipSeconds));
  if (desc.priority < kClipPriority || desc.priority > kMaxClipPriority)
    return bad(fmt::format("has priority {}; use -1 to {}", desc.priority, kMaxClipPriority));
  if (desc.hand_pose > kMaxHandPose)
    return bad(fmt::format("has hand pose {}; use 0 to {}", desc.hand_pose, kMaxHandPose));
  return {};
}

Status check_track(const ClipDesc& desc, const ClipTrackDesc& track) {
  const auto bad = [&](std::string what) {
    return fail(ErrorCode::bad_data, fmt::format("{}, joint '{}'", desc.source, track.joint),
                std::move(what));
  };
  if (track.joint == "mRoot" || track.joint == "mScreen")
    return bad("cannot be animated; move mPelvis instead");
  if (track.priority < kClipPriority)
    return bad(fmt::format("has priority {}; use -1 for the clip's own, else 0 to {}", track.priority,
                           kMaxClipPriority));
  for (const RotationKey& key : track.rotations)
    if (!std::isfinite(key.time) || !is_finite(key.value))
      return bad("has a rotation key that is not finite; correct or remove it");
  for (const PositionKey& key : track.positions)
    if (!std::isfinite(key.time) || !is_finite(key.value))
      return bad("has a position key that is not finite; correct or remove it");
  return {};
}

// Ascending; of two keys at the same time the later one is kept.
template <typename Key>
void sort_keys(std::vector<Key>& keys) {
  std::ranges::stable_sort(keys, {}, &Key::time);
  std::size_t kept = 0;
  for (const Key& key : keys) {
    if (kept > 0 && keys[kept - 1].time == key.time) --kept;
    keys[kept++] = key;
  }
  keys.resize(kept);
}

std::vector<ClipTrack> make_tracks(ClipDesc& desc, const Skeleton& skeleton) {
  std::vector<ClipTrack> tracks;
  std::vector<bool> taken(skeleton.size());
  for (ClipTrackDesc& from : desc.tracks) {
    ClipTrack track;
    track.joint = skeleton.find(from.joint);
    track.name = track.joint == kNoJoint ? from.joint : skeleton[track.joint].name;
    // The first track of a joint wins.
    if (track.joint != kNoJoint) {
      track.played = !taken[static_cast<std::size_t>(track.joint)];
      taken[static_cast<std::size_t>(track.joint)] = true;
    }
    track.priority = from.priority;
    track.rotations = std::move(from.rotations);
    track.positions = std::move(from.positions);
    sort_keys(track.rotations);
    sort_keys(track.positions);
    tracks.push_back(std::move(track));
  }
  desc.tracks.clear();
  return tracks;
}

// The index of the track that moves `joint`. Fails if an unknown joint precedes it, as in the viewer.
std::optional<std::size_t> find_track(std::span<const ClipTrack> tracks, JointIndex joint) {
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    if (tracks[i].joint == kNoJoint) return std::nullopt;
    if (tracks[i].joint == joint) return i;
  }
  return std::nullopt;
}

JointIndex find_volume(const Skeleton& skeleton, const std::string& name) {
  const JointIndex joint = skeleton.find(name);
  return joint != kNoJoint && skeleton[joint].kind == JointKind::collision_volume ? joint : kNoJoint;
}

Result<ClipConstraint> make_constraint(ClipConstraintDesc desc, std::string where,
                                       std::span<const ClipTrack> tracks, const Skeleton& skeleton) {
  const auto bad = [&](std::string what) { return fail(ErrorCode::bad_data, where, std::move(what)); };
  if (desc.chain_length > tracks.size())
    return bad(fmt::format("its chain of {} joints is longer than the clip's list of {}; shorten it",
                           desc.chain_length, tracks.size()));
  for (const Vec3f& v : {desc.source_offset, desc.target_offset, desc.target_direction})
    if (!is_finite(v)) return bad("has an offset or direction that is not finite; correct it");
  for (const float t : {desc.ease_in_start, desc.ease_in_stop, desc.ease_out_start, desc.ease_out_stop})
    if (!std::isfinite(t)) return bad("has an ease time that is not finite; correct it");
  ClipConstraint constraint;
  constraint.source = find_volume(skeleton, desc.source_volume);
  if (constraint.source == kNoJoint)
    return bad("names a source that is not a collision volume; use PELVIS, HEAD, L_FOOT, ...");
  if (desc.target_volume != kGround) {
    constraint.target = find_volume(skeleton, desc.target_volume);
    if (constraint.target == kNoJoint)
      return bad("names a target that is neither GROUND nor a collision volume; use one of them");
  }
  JointIndex joint = skeleton[constraint.source].parent;
  for (unsigned i = 0; i <= desc.chain_length; ++i) {
    const auto track = joint == kNoJoint ? std::nullopt : find_track(tracks, joint);
    if (!track)
      return bad(
          fmt::format("its chain needs {}, which the clip does not animate, or lists after an "
                      "unknown joint; animate it or shorten the chain",
                      joint == kNoJoint ? "a joint above mPelvis" : skeleton[joint].name));
    constraint.chain.push_back(*track);
    joint = skeleton[joint].parent;
  }
  constraint.desc = std::move(desc);
  return constraint;
}

}  // namespace

Result<Clip> Clip::build(ClipDesc desc, const Skeleton& skeleton) {
  if (auto status = check_header(desc); !status) return error_of(status);
  for (const ClipTrackDesc& track : desc.tracks)
    if (auto status = check_track(desc, track); !status) return error_of(status);
  Clip clip;
  clip.tracks_ = make_tracks(desc, skeleton);
  for (std::size_t i = 0; i < desc.constraints.size(); ++i) {
    auto constraint =
        make_constraint(std::move(desc.constraints[i]), fmt::format("{}, constraint {}", desc.source, i),
                        clip.tracks_, skeleton);
    if (!constraint) return error_of(constraint);
    clip.constraints_.push_back(std::move(*constraint));
  }
  desc.constraints.clear();
  clip.desc_ = std::move(desc);
  return clip;
}

std::span<const ClipTrack> Clip::tracks() const { return tracks_; }
std::span<const ClipConstraint> Clip::constraints() const { return constraints_; }

}  // namespace mannequin
