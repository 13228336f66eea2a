// Several clips on one avatar, update by update: starting, easing, ending, and which clip wins a joint.
//
// The result of an update depends on the previous updates, as in the viewer: an end is detected by the update
// that crosses it. Joints do not: every update starts from the shape's positions
// and rest rotations, where the viewer leaves what the last clip wrote. Source: oracle/anim/README.md 4-7.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/animation/clip.h"
#include "engine/skeleton/pose.h"

namespace mannequin {

// The maximum number of clips blended on a joint.
inline constexpr std::size_t kClipsPerJoint = 6;

// The current values of a track.
struct TrackState {
  Quat rotation{1.0, 0.0, 0.0, 0.0};
  Vec3 position{0.0};
};

// One start of one clip. Times in the player's seconds.
struct Playback {
  const Clip* clip = nullptr;
  float activation = 0.0f;  // when it started
  float send_stop = 0.0f;   // when it will stop by itself; FLT_MAX: never
  float stop_time = 0.0f;   // where easing out begins; 0: not stopped
  bool active = false;
  bool stopped = false;
  bool replaced = false;           // by a later start of the same clip; it only eases out
  float weight = 0.0f;             // 0 to 1
  float residual_weight = 0.0f;    // where easing began
  float clip_time = 0.0f;          // seconds of the clip
  float last_playing = 0.0f;       // playing time of the last update
  std::vector<TrackState> states;  // by track of the clip
};

// Belongs to one thread at a time. Refers to the skeleton and the clips; owns neither.
class Player {
 public:
  // Nothing plays, at time 0. The skeleton must outlive the player.
  explicit Player(const Skeleton& skeleton);

  // Starts at the time of the last update, `offset` seconds into the clip. A clip at full weight continues
  // playing; one that eases in or out, or was stopped, is replaced and eases out beside the new one. The clip
  // must outlive the player.
  void start(const Clip& clip, float offset = 0.0f);
  // Asks the clip to end: it eases out, after playing the tail of its loop if it has one.
  void stop(const Clip& clip);
  // Ends it immediately.
  void cut(const Clip& clip);

  // One update at `time` seconds on the player's clock. Times must not decrease.
  void update(float time);

  // Of the last update, seconds.
  float time() const { return time_; }
  // The clips' values of each joint, after the last update.
  const Pose& pose() const { return pose_; }
  // The last start of a clip; null if there was none.
  const Playback* find(const Clip& clip) const;
  // Newest first; including replaced ones that still ease out, and the last of each that has ended.
  std::span<const std::unique_ptr<Playback>> playbacks() const { return playbacks_; }

 private:
  // By joint: a bit for each priority up to the one held by clips at full weight, for either kind.
  struct Held {
    std::vector<std::uint8_t> rotation, position;
  };
  // One track's value for a joint.
  struct Voice {
    JointIndex joint;
    int priority;
    std::size_t order;  // among all voices: newer clips first
    float weight;
    const ClipTrack* track;
    const TrackState* state;
  };

  Playback* find_current(const Clip& clip) const;
  void stop(Playback& playback) const;
  void deactivate(Playback& playback) const;
  void clear(Held& held) const;
  void hold(const Clip& clip, Held& out) const;
  bool adds_something(const Playback& playback);
  void watch(Playback& playback) const;
  bool advance(Playback& playback) const;
  void blend();
  void blend_joint(std::span<const Voice> voices);
  void drop_ended();

  const Skeleton& skeleton_;
  float time_ = 0.0f, last_time_ = 0.0f;
  // Newest first. Ended ones are kept at the end for queries, until their clip starts again.
  std::vector<std::unique_ptr<Playback>> playbacks_;
  Pose pose_;
  // Of one update; kept so that updates do not allocate.
  Held held_, own_;
  std::vector<const Playback*> playing_;
  std::vector<Voice> voices_;
};

}  // namespace mannequin
