// Fitting a skin that was bound to its own file's joints to the avatar's, whose axes and scales may be
// others.
#pragma once

#include "engine/mesh/importer_profile.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// For a skin with joint_rests, which only glTF gives (elsewhere it does nothing, nor a second time):
//
// - joint_positions: each joint's place relative to its parent on the avatar, as the file stands both;
// parents
//   that the file lacks count with their default place, and a volume is never a parent. mPelvis has none when
//   the file moves it: the whole avatar is that much higher instead (pelvis_offset).
// - inverse_binds, if the importer rebuilds them: inverse bind x rest x inverse(R), with R = T(place) x the
//   avatar's rest rotation and scale, where the rotation of collision volumes counts only if rotates_volumes
//   says so. For sound files (rest x inverse bind = identity) that is inverse(R), which leaves the mesh as
//   the file shows it. Other files look otherwise in-world than in the program that wrote them, since in
//   theirs the two factors stand the other way round.
//
// Joints that the skeleton does not know are dropped with their influences; if it knows none, all stay as
// they are. joint_rests is empty afterwards. Source: glTF import oracle, 7 to 9.
void retarget(SkinDesc& skin, const Skeleton& skeleton, const ImporterProfile& importer);

// Drops the joints that the skeleton does not know with their influences, of a skin with joint_rests, and
// nothing else: the file's own joints stay where they are, so that writers of glTF write what was read.
void drop_foreign_joints(SkinDesc& skin, const Skeleton& skeleton);

// True if the binds of the two differ by more than rounding in a joint that the mesh is weighted to.
bool importers_differ(const SkinDesc& skin, const Skeleton& skeleton, const ImporterProfile& a,
                      const ImporterProfile& b);

}  // namespace mannequin
