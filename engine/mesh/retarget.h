// Fitting a skin that was bound to its own file's joints to the avatar's, whose axes and scales may be
// others.
#pragma once

#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// What a collision volume's rest is. The viewer of the oracle leaves its rotation out, a later one (2026)
// does not.
enum class VolumeRest { scaled_and_turned, scaled };

// What becomes of the inverse binds. strict: they stay as the file has them, as the format's specification
// says. viewer: they are rebuilt for the avatar's joints as the viewer's importer does, so that a mesh whose
// file leaves out the scale of collision volumes, or turns the axes of bones, stands as the file shows it.
enum class BindReading { strict, viewer };

// For a skin with joint_rests, which only glTF gives (elsewhere it does nothing, nor a second time):
//
// - joint_positions: each joint's place relative to its parent on the avatar, as the file stands both;
// parents
//   that the file lacks count with their default place, and a volume is never a parent. mPelvis has none when
//   the file moves it: the whole avatar is that much higher instead (pelvis_offset).
// - inverse_binds, read as the viewer does: so that a joint resting where the file has it, with the avatar's
// own
//   axes and scale, leaves the mesh as the file shows it: inverse(R) x rest x inverse bind, with R = T(place)
//   x the avatar's rest rotation and scale. For sound files (rest x inverse bind = identity) that is what the
//   viewer's importer makes of them.
//
// Joints that the skeleton does not know stay as they are. joint_rests is empty afterwards.
// Source: glTF import oracle, 7 to 9.
void retarget(SkinDesc& skin, const Skeleton& skeleton, BindReading reading,
              VolumeRest volumes = VolumeRest::scaled_and_turned);

// True if the two readings differ by more than rounding in a joint that the mesh is weighted to.
bool readings_differ(const SkinDesc& skin, const Skeleton& skeleton);

}  // namespace mannequin
