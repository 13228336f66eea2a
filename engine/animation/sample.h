// What a clip says at a moment: curves at a time of the clip, and a clip playing alone.
#pragma once

#include <span>

#include "engine/animation/clip.h"
#include "engine/skeleton/pose.h"

namespace mannequin {

// From a (u = 0) to b (u = 1). Component by component and made unit where both point the same way, along the
// arc the short way where they do not: two different speeds, as in the viewer. Source:
// oracle/anim/README.md 3.
Quat blend_rotations(const Quat& a, const Quat& b, double u);

// The curve at `time` seconds of the clip. Ends hold; keys must not be empty.
Quat sample_rotation(std::span<const RotationKey> keys, float time);
Vec3 sample_position(std::span<const PositionKey> keys, float time);

// Seconds since the start -> seconds of the clip, as long as nobody stops it. A clip that does not loop runs
// on past its duration. Source: 4.
float clip_time(const Clip& clip, float playing);

// The clip alone on an avatar, `seconds` after its start: nothing before it has any weight, afterwards what
// it says in full, and after its end what it said last. Source: 4, 5.4, 7.4.
Pose evaluate_clip(const Clip& clip, const Skeleton& skeleton, double seconds);
// Into a pose that is used again, in place of what it said about joints; mRoot stays where it is.
void evaluate_clip(const Clip& clip, const Skeleton& skeleton, double seconds, Pose& out);

// Everything the clip moves, at a time of the clip.
Pose sample_clip(const Clip& clip, const Skeleton& skeleton, float time);

}  // namespace mannequin
