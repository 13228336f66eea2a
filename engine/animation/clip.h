// A clip: an animation from a .anim or .bvh file. Readers fill ClipDesc; Clip is checked,
// resolved against one skeleton, and immutable.
//
// Times, weights and keys are float32, as in the viewer: rounding decides whether a sample falls on a key,
// or an end on an update.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/math/types.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

inline constexpr int kClipPriority = -1;            // of a track: the clip's own
inline constexpr int kMaxClipPriority = 6;          // of a clip; a track may declare more, and then wins
inline constexpr float kMaxClipSeconds = 60.0f;     // longer ones are rejected
inline constexpr std::size_t kMaxClipTracks = 216;  // joints that a clip may move
inline constexpr unsigned kMaxHandPose = 14;
inline constexpr float kMaxClipPosition = 5.0f;  // metres, absolute value per axis

// Seconds from the clip's start; local rotation. Not always unit: a file may store slightly more.
struct RotationKey {
  float time = 0.0f;
  glm::quat value{1.0f, 0.0f, 0.0f, 0.0f};
};

// Seconds; local position in metres, in the parent's frame.
struct PositionKey {
  float time = 0.0f;
  Vec3f value{0.0f};
};

// The animation of one joint. Keys in any order; of two at the same time, the later in the list counts.
struct ClipTrackDesc {
  std::string joint;  // name or alias; unknown ones are kept, but never played
  int priority = kClipPriority;
  std::vector<RotationKey> rotations;
  std::vector<PositionKey> positions;
};

// Holds the end of a joint chain to the ground or to a body part; Player evaluates it (constraints.h).
struct ClipConstraintDesc {
  unsigned chain_length = 0;  // joints above the source volume's own that may move
  bool plane = false;         // else a point
  std::string source_volume;
  Vec3f source_offset{0.0f};  // in the volume's scaled space, like target_offset
  std::string target_volume;  // "GROUND" or a collision volume
  Vec3f target_offset{0.0f};
  Vec3f target_direction{0.0f};  // zero: unused
  float ease_in_start = 0.0f, ease_in_stop = 0.0f, ease_out_start = 0.0f, ease_out_stop = 0.0f;
};

// A clip as declared by a file, unchecked.
struct ClipDesc {
  std::string source;     // file name for messages
  int priority = 0;       // -1 (below every other clip) to kMaxClipPriority
  float duration = 0.0f;  // seconds
  std::string emote;      // an expression that starts with the clip; may be empty
  bool loop = false;
  float loop_in = 0.0f, loop_out = 0.0f;  // seconds
  float ease_in = 0.0f, ease_out = 0.0f;  // seconds
  unsigned hand_pose = 0;                 // the viewer's number for the hands, to kMaxHandPose
  std::vector<ClipTrackDesc> tracks;
  std::vector<ClipConstraintDesc> constraints;
};

// A track of a built clip.
struct ClipTrack {
  std::string name;  // the joint's own name, or the file's if the skeleton has no such joint
  JointIndex joint = kNoJoint;
  bool played = false;                 // false: no such joint, or an earlier track moves it
  int priority = 0;                    // as declared; kClipPriority for the clip's
  std::vector<RotationKey> rotations;  // ascending, at distinct times
  std::vector<PositionKey> positions;
};

// A constraint of a built clip.
struct ClipConstraint {
  ClipConstraintDesc desc;
  JointIndex source = kNoJoint;    // collision volume
  JointIndex target = kNoJoint;    // collision volume; kNoJoint: the ground
  std::vector<std::size_t> chain;  // tracks, from the source volume's parent upwards
};

// Immutable: any number of threads may read it. Views are valid as long as the clip.
class Clip {
 public:
  // Resolves names, sorts keys, finds each constraint's chain. Fails (bad_data) on: no tracks or too many,
  // numbers that are not finite, a negative or too long duration, priorities or a hand pose out of range,
  // mRoot or mScreen as a joint, a constraint whose chain the clip does not animate.
  // Source: oracle/anim/README.md 1, 2.4.
  static Result<Clip> build(ClipDesc desc, const Skeleton& skeleton);

  Clip(Clip&&) = default;
  Clip& operator=(Clip&&) = default;

  // Everything but tracks and constraints: those are below.
  const ClipDesc& desc() const { return desc_; }
  // Seconds; and whether it restarts at the end of its loop.
  float duration() const { return desc_.duration; }
  bool loops() const { return desc_.loop; }
  std::span<const ClipTrack> tracks() const;  // in the file's order
  // In the file's order.
  std::span<const ClipConstraint> constraints() const;

  // The priority with which a track competes for its joint.
  int priority(const ClipTrack& track) const {
    return track.priority == kClipPriority ? desc_.priority : track.priority;
  }

 private:
  Clip() = default;
  ClipDesc desc_;
  std::vector<ClipTrack> tracks_;
  std::vector<ClipConstraint> constraints_;
};

}  // namespace mannequin
