// The current joints as rests: for binding meshes after posing, and for skeletons to model on.
#pragma once

#include <span>
#include <vector>

#include "engine/mesh/importer_profile.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"
#include "engine/skeleton/solve.h"

namespace mannequin {

// The same weights, bound to the solved joints raised by `up` metres: these joints move a mesh raised by the
// same amount back to where it was. No bind shape, no joint positions. joint_rests place the joints as the
// importer expects them (importer_rests), so that it computes the same binds. Joints unknown to the skeleton
// keep their binds.
SkinDesc posed_skin(const SkinDesc& skin, const Skeleton& skeleton, std::span<const JointTransform> joints,
                    const ImporterProfile& importer, double up = 0.0);

// Rests of joints at these places (one per joint of the skeleton) for which the importer keeps glTF inverse
// binds unchanged.
std::vector<JointRest> importer_rests(const Skeleton& skeleton, std::span<const Vec3> places,
                                      const ImporterProfile& importer);

// All bones and collision volumes as solved, raised from mRoot's frame to bind space; without weights. Bones
// have no scale, volumes their own.
SkinDesc armature(const Skeleton& skeleton, std::span<const JointTransform> joints);

// How far bind space is above mRoot's frame: the default height of mPelvis, metres.
double bind_space_height(const Skeleton& skeleton);

}  // namespace mannequin
