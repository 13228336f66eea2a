// Fits a skin bound to its own file's joints to the avatar's joints, whose axes and scales may
// differ.
#pragma once

#include "engine/mesh/importer_profile.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// Changes only a skin with joint_rests, which only glTF readers set, and only once:
//
// - joint_positions: each joint's place relative to its parent on the avatar, both as placed by the file.
//   Parents missing from the file count with their default place; a volume is never a parent.
//   If the file moves mPelvis, mPelvis gets no position: the whole avatar is raised by that much instead
//   (pelvis_offset).
// - inverse_binds, if the importer rebuilds them: inverse bind x rest x inverse(R), with R = T(place) x the
//   avatar's rest rotation and scale; the rotation of collision volumes counts only if rotates_volumes is
//   set. For sound files (rest x inverse bind = identity) the result is inverse(R), which leaves the mesh as
//   the file shows it. Other files look different in-world than in the program that wrote them, which
//   multiplies the two factors in the opposite order.
//
// Drops joints that the skeleton does not know, with their influences; if it knows none, keeps all
// unchanged. Empties joint_rests. Source: glTF import oracle, 7 to 9.
void retarget(SkinDesc& skin, const Skeleton& skeleton, const ImporterProfile& importer);

// In a skin with joint_rests, only drops the joints that the skeleton does not know, with their influences:
// the file's own joints stay where they are, so that glTF writers write what was read.
void drop_foreign_joints(SkinDesc& skin, const Skeleton& skeleton);

// The joints of a skin without influences, which retarget() would only renumber: to inspect binds.
SkinDesc without_influences(const SkinDesc& skin);

// True if the binds of the two differ by more than rounding in a joint on which the mesh has weights.
bool importers_differ(const SkinDesc& skin, const Skeleton& skeleton, const ImporterProfile& a,
                      const ImporterProfile& b);

}  // namespace mannequin
