// The values of a clip at a time: curves, and a clip playing alone.
#pragma once

#include <span>

#include "engine/animation/clip.h"
#include "engine/skeleton/pose.h"

namespace mannequin {

// The current values of a track; a kind without keys has no meaning.
struct TrackState {
  Quat rotation{1.0, 0.0, 0.0, 0.0};
  Vec3 position{0.0};
};

// From a (u = 0) to b (u = 1). Normalised lerp if both point the same way, else slerp along the
// shorter arc: two different speeds, as in the viewer. Source:
// oracle/anim/README.md 3.
Quat blend_rotations(const Quat& a, const Quat& b, double u);

// The curve at `time` seconds of the clip. Ends hold; keys must not be empty.
Quat sample_rotation(std::span<const RotationKey> keys, float time);
Vec3 sample_position(std::span<const PositionKey> keys, float time);

// Seconds since the start -> seconds of the clip, unless it is stopped. A clip that does not loop runs
// on past its duration. A time that is not finite gives 0. Source: 4.
float clip_time(const Clip& clip, float playing);

// The clip alone on an avatar, `seconds` after its start: no weight before the start, then full weight; after
// its end it holds the last values. Source: 4, 5.4, 7.4.
Pose evaluate_clip(const Clip& clip, const Skeleton& skeleton, double seconds);
// Reuses a pose and replaces its joint overrides; mRoot is kept.
void evaluate_clip(const Clip& clip, const Skeleton& skeleton, double seconds, Pose& out);

// All values of the clip at a time of the clip.
Pose sample_clip(const Clip& clip, const Skeleton& skeleton, float time);

}  // namespace mannequin
