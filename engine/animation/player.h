// Several clips on one avatar, update by update: starting, easing, ending, and which clip wins a joint.
//
// What an update finds depends on the updates before it, as in the viewer: an end is noticed by the update
// that crosses it. What does not depend on them is the joints: every update begins with the shape's positions
// and rest rotations, where the viewer leaves what the last clip wrote. Source: oracle/anim/README.md 4-7.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/animation/clip.h"
#include "engine/skeleton/pose.h"

namespace mannequin {

// Of how many clips a joint takes account.
inline constexpr std::size_t kClipsPerJoint = 6;

// What a track says now.
struct TrackState {
  Quat rotation{1.0, 0.0, 0.0, 0.0};
  Vec3 position{0.0};
};

// One start of one clip. Times in the player's seconds.
struct Playback {
  const Clip* clip = nullptr;
  float activation = 0.0f;  // when it started
  float send_stop = 0.0f;   // when it will stop by itself; FLT_MAX: never
  float stop_time = 0.0f;   // where easing out begins; 0: never stopped
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
  // Nothing plays yet, at time 0. The skeleton must outlive the player.
  explicit Player(const Skeleton& skeleton);

  // Starts at the time of the last update, `offset` seconds into the clip. A clip that plays in full goes on
  // playing; one that eases in or out, or was stopped, is replaced and eases out beside the new one. The clip
  // must outlive the player.
  void start(const Clip& clip, float offset = 0.0f);
  // Asks the clip to end: it eases out, a loop with a tail after playing that.
  void stop(const Clip& clip);
  // Ends it at once.
  void cut(const Clip& clip);

  // One update, `time` seconds on the player's clock. Times must not fall.
  void update(float time);

  // Of the last update, seconds.
  float time() const { return time_; }
  // What the clips say about each joint, after the last update.
  const Pose& pose() const { return pose_; }
  // The last start of a clip; null if there was none.
  const Playback* find(const Clip& clip) const;
  // Newest first; with those that ease out after having been replaced, and the last of each that has ended.
  std::span<const std::unique_ptr<Playback>> playbacks() const { return playbacks_; }

 private:
  // By joint: a bit for each priority up to the one that clips at full weight hold, for either kind.
  struct Held {
    std::vector<std::uint8_t> rotation, position;
  };
  // One track's say about a joint.
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
  // Newest first. What has ended stays at the end, until its clip starts again, to be looked at.
  std::vector<std::unique_ptr<Playback>> playbacks_;
  Pose pose_;
  // Of one update; kept, so that updates do not allocate.
  Held held_, own_;
  std::vector<const Playback*> playing_;
  std::vector<Voice> voices_;
};

}  // namespace mannequin
