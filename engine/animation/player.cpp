#include "engine/animation/player.h"

#include <algorithm>
#include <cassert>
#include <cfloat>
#include <cmath>

#include "engine/animation/sample.h"
#include "engine/math/ease.h"

namespace mannequin {
namespace {

// The bits up to a priority. Beyond 7 the viewer shifts by a negative count, which x86 takes modulo 32.
std::uint8_t bits_up_to(int priority) {
  return static_cast<std::uint8_t>(0xffu >> (static_cast<unsigned>(7 - priority) & 31u));
}

// When the clip will stop by itself: early enough to ease out before its end.
float send_stop_time(const ClipDesc& desc, float activation) {
  if (desc.loop || desc.duration == 0.0f) return FLT_MAX;
  return activation + std::max(desc.duration - desc.ease_out, 0.0f);
}

// A loop with a tail finishes its pass and plays the tail, easing out towards its end.
float stop_time(const Playback& playback, float now) {
  const ClipDesc& desc = playback.clip->desc();
  if (!desc.loop || desc.loop_out == desc.duration) return now;
  const float loop_began = playback.activation + desc.loop_in;
  const float into =
      desc.loop_out == desc.loop_in ? 0.0f : std::fmod(now - loop_began, desc.loop_out - desc.loop_in);
  return std::max(now, (now - into) + (desc.duration - desc.loop_in) - desc.ease_out);
}

// Samples every track; false once the clip is past its end.
bool sample_tracks(Playback& playback, float playing) {
  const Clip& clip = *playback.clip;
  playing = std::max(playing, 0.0f);
  // After a stop, a loop no longer wraps around and plays its tail.
  if (clip.loops() && clip.duration() != 0.0f && playback.stopped)
    playback.clip_time = std::min(clip.duration(), playback.clip_time + playing - playback.last_playing);
  else
    playback.clip_time = clip_time(clip, playing);
  playback.last_playing = playing;
  for (std::size_t i = 0; i < clip.tracks().size(); ++i) {
    const ClipTrack& track = clip.tracks()[i];
    TrackState& state = playback.states[i];
    if (!track.rotations.empty()) state.rotation = sample_rotation(track.rotations, playback.clip_time);
    if (!track.positions.empty()) state.position = sample_position(track.positions, playback.clip_time);
  }
  return playback.clip_time <= clip.duration();
}

}  // namespace

Player::Player(const Skeleton& skeleton) : skeleton_(skeleton) {
  clear(held_);
  clear(own_);
}

Playback* Player::find_current(const Clip& clip) const {
  for (const auto& playback : playbacks_)
    if (playback->clip == &clip && !playback->replaced) return playback.get();
  return nullptr;
}

const Playback* Player::find(const Clip& clip) const { return find_current(clip); }

void Player::start(const Clip& clip, float offset, const ConstraintScene* scene) {
  if (Playback* const current = find_current(clip)) {
    if (current->active && current->weight == 1.0f && current->stop_time == 0.0f) return;
    stop(*current);
    current->replaced = true;
    drop_ended();
  }
  auto made = std::make_unique<Playback>();
  Playback& playback = *made;
  playbacks_.insert(playbacks_.begin(), std::move(made));
  playback.clip = &clip;
  playback.states.resize(clip.tracks().size());
  playback.constraints.resize(clip.constraints().size());
  playback.activation = time_ - offset;
  playback.send_stop = send_stop_time(clip.desc(), playback.activation);
  playback.active = true;
  sample_tracks(playback, 0.0f);
  newer_.assign(skeleton_.size(), 0);
  if (scene != nullptr && !playback.constraints.empty()) {
    see(*scene);
    constrain(playback, 0.0f, 0.0, scene);
    for (const ClipConstraint& constraint : clip.constraints())
      for (const std::size_t track : constraint.chain) {
        const JointIndex joint = clip.tracks()[track].joint;
        if (joints_.rotation(joint) != scene->joints[static_cast<std::size_t>(joint)].rotation)
          left_.emplace_back(joint, joints_.rotation(joint));
      }
  }
  if (time_ < playback.send_stop) return;
  // Started so late that it must ease out at once.
  playback.stopped = true;
  playback.stop_time = playback.send_stop;
  playback.residual_weight = 1.0f;
}

void Player::stop(const Clip& clip) {
  if (Playback* const playback = find_current(clip)) stop(*playback);
}

void Player::cut(const Clip& clip) {
  Playback* const playback = find_current(clip);
  if (playback == nullptr || !playback->active) return;
  stop(*playback);
  deactivate(*playback);
}

void Player::stop(Playback& playback) const {
  if (!playback.active || playback.stopped) return;
  playback.stopped = true;
  playback.stop_time = stop_time(playback, time_);
}

void Player::deactivate(Playback& playback) const {
  playback.active = false;
  playback.weight = 0.0f;
}

void Player::drop_ended() {
  std::erase_if(playbacks_, [](const auto& p) { return p->replaced && !p->active; });
  std::erase_if(playing_, [](const Playback* p) { return !p->active; });
  // Drop the earliest starts first.
  std::size_t ended = 0;
  std::erase_if(playbacks_, [&](const auto& p) { return !p->active && ++ended > kKeptEnded; });
}

void Player::forget(const Clip& clip) {
  std::erase_if(playbacks_, [&](const auto& p) { return p->clip == &clip; });
  // The pose keeps its values until the next update, but these lists must not refer to the clip.
  playing_.clear();
  voices_.clear();
}

bool Player::keeps(const Clip& clip) const {
  return std::ranges::any_of(playbacks_, [&](const auto& p) { return p->clip == &clip; });
}

void Player::clear(Held& held) const {
  held.rotation.assign(skeleton_.size(), 0);
  held.position.assign(skeleton_.size(), 0);
}

void Player::hold(const Clip& clip, Held& out) const {
  clear(out);
  for (const ClipTrack& track : clip.tracks()) {
    if (track.joint == kNoJoint) continue;
    const auto joint = static_cast<std::size_t>(track.joint);
    const std::uint8_t bits = bits_up_to(clip.priority(track));
    out.rotation[joint] = track.rotations.empty() ? std::uint8_t{0} : bits;
    out.position[joint] = track.positions.empty() ? std::uint8_t{0} : bits;
  }
}

void Player::see(const ConstraintScene& scene) {
  joints_.begin(skeleton_, scene.joints);
  for (const auto& [joint, rotation] : left_) joints_.set_rotation(joint, rotation);
}

void Player::constrain(Playback& playback, float previous, double seconds, const ConstraintScene* scene) {
  if (scene == nullptr) return;
  const ConstraintMoment moment{playback.clip_time, previous, seconds, newer_,
                                bits_up_to(playback.clip->desc().priority)};
  for (std::size_t i = 0; i < playback.constraints.size(); ++i)
    apply_constraint(*playback.clip, playback.clip->constraints()[i], moment, *scene, joints_,
                     playback.states, playback.constraints[i]);
}

bool Player::adds_something(const Playback& playback) {
  newer_ = held_.rotation;
  hold(*playback.clip, own_);
  bool adds = false;
  for (std::size_t joint = 0; joint < skeleton_.size(); ++joint) {
    adds |= (own_.rotation[joint] & ~held_.rotation[joint]) != 0;
    adds |= (own_.position[joint] & ~held_.position[joint]) != 0;
    held_.rotation[joint] |= own_.rotation[joint];
    held_.position[joint] |= own_.position[joint];
  }
  return adds;
}

// A clip fully covered by newer ones does not advance, but its end is still detected.
void Player::watch(Playback& playback) const {
  const bool past_stop = playback.stopped && time_ > playback.stop_time;
  if (past_stop && time_ > playback.stop_time + playback.clip->desc().ease_out)
    deactivate(playback);
  else if (past_stop && last_time_ <= playback.stop_time)
    playback.residual_weight = playback.weight;
  else if (!past_stop && time_ > playback.send_stop && last_time_ <= playback.send_stop)
    stop(playback);
}

// Weight and samples at this update; false if the clip no longer takes part.
bool Player::advance(Playback& playback, const ConstraintScene* scene) {
  const ClipDesc& desc = playback.clip->desc();
  const float now = time_, before = last_time_, began = playback.activation, stopped = playback.stop_time;
  float playing = now - began;
  if (playback.stopped && now > stopped + desc.ease_out) {
    if (before > stopped) {
      deactivate(playback);
      return false;
    }
    // The whole ease fell between two updates: apply the clip once more, where easing should have begun.
    playback.weight = 1.0f;
    playing = stopped - began;
  } else if (playback.stopped && now > stopped) {
    if (before <= stopped) playback.residual_weight = playback.weight;
    playback.weight = desc.ease_out == 0.0f
                          ? 0.0f
                          : playback.residual_weight * smooth_step(1.0f - (now - stopped) / desc.ease_out);
  } else if (now > began + desc.ease_in) {
    playback.weight = 1.0f;
    // Checked only here: a clip that is still easing in at this time plays to its very end.
    if (now > playback.send_stop && before <= playback.send_stop) stop(playback);
  } else if (now >= began) {
    const float residual = playback.residual_weight;
    playback.weight = desc.ease_in == 0.0f
                          ? 1.0f
                          : residual + (1.0f - residual) * smooth_step((now - began) / desc.ease_in);
  } else {
    playback.weight = 0.0f;
    playing = 0.0f;
  }
  const float previous = playback.last_playing;
  if (!sample_tracks(playback, playing)) stop(playback);
  constrain(playback, previous, scene == nullptr ? 0.0 : scene->frame_seconds, scene);
  return true;
}

void Player::update(float time, const ConstraintScene* scene, std::span<const MotionLayer> layers) {
  if (!std::isfinite(time)) return;  // no time would ever be later
  assert(time >= time_ && (scene == nullptr || scene->joints.size() == skeleton_.size()));
  last_time_ = time_;
  time_ = time;
  clear(held_);
  playing_.clear();
  newer_.assign(skeleton_.size(), 0);
  const bool constrained = scene != nullptr && std::ranges::any_of(playbacks_, [](const auto& p) {
                             return p->active && !p->constraints.empty();
                           });
  if (constrained) see(*scene);
  left_.clear();
  for (const auto& playback : playbacks_) {
    if (!playback->active) continue;
    if (playback->weight == 1.0f && !adds_something(*playback))
      watch(*playback);
    else if (advance(*playback, scene))
      playing_.push_back(playback.get());
  }
  drop_ended();
  blend(layers);
}

// Voices add their weights until the sum is 1; later ones do not matter. The first counts in full. An
// additive voice takes the weight that those before it leave. Source: LLPoseBlender.
void Player::blend_joint(std::span<const TrackValue> voices) {
  Quat rotation, added_rotation(1.0, 0.0, 0.0, 0.0);
  Vec3 position, added_position(0.0);
  float rotation_weight = 0.0f, position_weight = 0.0f;
  bool adds_rotation = false;
  for (const TrackValue& voice : voices) {
    if (voice.weight == 0.0f) continue;
    if (voice.rotation != nullptr) {
      const float sum = std::min(1.0f, rotation_weight + voice.weight);
      if (voice.additive) {
        const auto share = static_cast<double>(sum - rotation_weight);
        added_rotation = added_rotation * blend_rotations(added_rotation, *voice.rotation, share);
        adds_rotation = true;
      } else {
        rotation = rotation_weight == 0.0f ? *voice.rotation
                                           : blend_rotations(*voice.rotation, rotation,
                                                             static_cast<double>(rotation_weight / sum));
        rotation_weight = sum;
      }
    }
    if (voice.position != nullptr) {
      const float sum = std::min(1.0f, position_weight + voice.weight);
      if (voice.additive) {
        added_position += *voice.position * static_cast<double>(sum - position_weight);
      } else {
        position = position_weight == 0.0f
                       ? *voice.position
                       : glm::mix(*voice.position, position, static_cast<double>(position_weight / sum));
        position_weight = sum;
      }
    }
  }
  const JointIndex joint = voices.front().joint;
  if (rotation_weight == 0.0f) rotation = skeleton_[joint].rest_rotation;
  if (rotation_weight > 0.0f || adds_rotation)
    pose_.set_rotation(skeleton_, joint, adds_rotation ? rotation * added_rotation : rotation);
  if (position_weight > 0.0f) pose_.set_position(skeleton_, joint, position + added_position);
}

void Player::blend(std::span<const MotionLayer> layers) {
  voices_.clear();
  for (const Playback* playback : playing_) {
    const std::span<const ClipTrack> tracks = playback->clip->tracks();
    for (std::size_t i = 0; i < playback->states.size(); ++i) {
      const ClipTrack& track = tracks[i];
      const TrackState& state = playback->states[i];
      if (track.played)
        voices_.push_back({track.joint, playback->clip->priority(track), voices_.size(), playback->weight,
                           track.rotations.empty() ? nullptr : &state.rotation,
                           track.positions.empty() ? nullptr : &state.position, false});
    }
  }
  for (const MotionLayer& layer : layers) {
    if (!(layer.weight > 0.0f)) continue;
    for (const LayerJoint& joint : layer.joints)
      if (joint.joint != kNoJoint)
        voices_.push_back({joint.joint, layer.priority, voices_.size(), std::min(layer.weight, 1.0f),
                           joint.rotation ? &*joint.rotation : nullptr,
                           joint.position ? &*joint.position : nullptr, layer.additive});
  }
  // Highest priority first; among equals additive voices, then the newest clip, which is first in the list.
  std::ranges::sort(voices_, [](const TrackValue& a, const TrackValue& b) {
    if (a.joint != b.joint) return a.joint < b.joint;
    if (a.priority != b.priority) return a.priority > b.priority;
    return a.additive != b.additive ? a.additive : a.order < b.order;
  });
  pose_.clear_joints();
  for (std::size_t first = 0; first < voices_.size();) {
    std::size_t end = first;
    while (end < voices_.size() && voices_[end].joint == voices_[first].joint) ++end;
    blend_joint(std::span<const TrackValue>(voices_).subspan(first, std::min(end - first, kClipsPerJoint)));
    first = end;
  }
  voices_.clear();  // they refer to the caller's layers
}

std::span<const Playback* const> Player::playing() const { return playing_; }
std::span<const std::unique_ptr<Playback>> Player::playbacks() const { return playbacks_; }

}  // namespace mannequin
