// Several clips on one avatar, update by update: starting, easing, ending, and which clip wins a joint.
//
// The result of an update depends on the previous updates, as in the viewer: an end is detected by the update
// that crosses it. Joints do not: every update starts from the shape's positions
// and rest rotations, where the viewer keeps what the last clip wrote. Source: oracle/anim/README.md 4-7.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/animation/clip.h"
#include "engine/animation/constraints.h"
#include "engine/animation/motion_layer.h"
#include "engine/animation/sample.h"
#include "engine/skeleton/pose.h"

namespace mannequin {

// The maximum number of clips blended on a joint.
inline constexpr std::size_t kClipsPerJoint = 6;
// The number of ended clips that can still be found.
inline constexpr std::size_t kKeptEnded = 8;

// One start of one clip. Times in the player's seconds.
struct Playback {
  const Clip* clip = nullptr;
  float activation = 0.0f;  // when it started
  float send_stop = 0.0f;   // when it will stop on its own; FLT_MAX: never
  float stop_time = 0.0f;   // where easing out begins; 0: not stopped
  bool active = false;
  bool stopped = false;
  bool replaced = false;           // by a later start of the same clip; this one only eases out
  float weight = 0.0f;             // 0 to 1
  float residual_weight = 0.0f;    // where easing began
  float clip_time = 0.0f;          // seconds of the clip
  float last_playing = 0.0f;       // playing time of the last update
  std::vector<TrackState> states;  // by track of the clip
  std::vector<ConstraintState> constraints;
};

// Belongs to one thread at a time. Refers to the skeleton and the clips; owns neither.
class Player {
 public:
  // Nothing plays, at time 0. The skeleton must outlive the player.
  explicit Player(const Skeleton& skeleton);

  // Starts at the time of the last update, `offset` seconds into the clip. A clip at full weight continues
  // playing; one that eases in or out, or was stopped, is replaced and eases out meanwhile. The clip
  // must live until the player no longer refers to it: see keeps(). scene: as for update().
  void start(const Clip& clip, float offset = 0.0f, const ConstraintScene* scene = nullptr);
  // Asks the clip to end: it eases out, after playing the tail of its loop if it has one.
  void stop(const Clip& clip);
  // Ends it immediately.
  void cut(const Clip& clip);
  // Drops the clip and its values at once; the clip may then be destroyed.
  void forget(const Clip& clip);
  // Whether the player refers to the clip: while it plays or eases out, and as long as it is among the last
  // kKeptEnded ended ones, which can still be found.
  bool keeps(const Clip& clip) const;

  // One update at `time` seconds on the player's clock. Times must not decrease; a time that is not finite
  // changes nothing. scene: the input of the clips' constraints, with the joints of the previous frame;
  // without it constraints are ignored. layers: motions other than clips in this update.
  void update(float time, const ConstraintScene* scene = nullptr, std::span<const MotionLayer> layers = {});

  // The time of the last update, seconds.
  float time() const { return time_; }
  // The clips' values of each joint, after the last update.
  const Pose& pose() const { return pose_; }
  // The last start of a clip; null if there was none, or it ended long ago.
  const Playback* find(const Clip& clip) const;
  // The clips that took part in the last update, newest first, without those that newer ones cover. Valid
  // until the next update or forget().
  std::span<const Playback* const> playing() const;
  // Newest first; includes replaced ones that still ease out, and the last kKeptEnded ended ones.
  std::span<const std::unique_ptr<Playback>> playbacks() const;

 private:
  // By joint: a bit for each priority up to the one held by clips at full weight, for either kind.
  struct Held {
    std::vector<std::uint8_t> rotation, position;
  };
  // One track's value for a joint.
  struct TrackValue {
    JointIndex joint;
    int priority;
    std::size_t order;  // among all voices: newer clips first
    float weight;
    const Quat* rotation;  // null: none
    const Vec3* position;
    bool additive;
  };

  Playback* find_current(const Clip& clip) const;
  void stop(Playback& playback) const;
  void see(const ConstraintScene& scene);
  void constrain(Playback& playback, float previous, double seconds, const ConstraintScene* scene);
  void deactivate(Playback& playback) const;
  void clear(Held& held) const;
  void hold(const Clip& clip, Held& out) const;
  bool adds_something(const Playback& playback);
  void watch(Playback& playback) const;
  bool advance(Playback& playback, const ConstraintScene* scene);
  void blend(std::span<const MotionLayer> layers);
  void blend_joint(std::span<const TrackValue> voices);
  void drop_ended();

  const Skeleton& skeleton_;
  float time_ = 0.0f, last_time_ = 0.0f;
  // Newest first. The last kKeptEnded ended ones are kept for queries.
  std::vector<std::unique_ptr<Playback>> playbacks_;
  Pose pose_;
  // Of one update; kept so that updates do not allocate.
  Held held_, own_;
  std::vector<std::uint8_t> newer_;  // held rotations as seen by the last clip at full weight
  ConstrainedJoints joints_;
  // Rotations that constraints of newly started clips leave on joints, until the next update.
  std::vector<std::pair<JointIndex, Quat>> left_;
  std::vector<const Playback*> playing_;
  std::vector<TrackValue> voices_;
};

}  // namespace mannequin
