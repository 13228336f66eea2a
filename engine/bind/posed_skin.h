// Joints as they are now, as rests: what meshes are bound to after posing, and skeletons to model on.
#pragma once

#include <span>
#include <vector>

#include "engine/mesh/importer_profile.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"
#include "engine/skeleton/solve.h"

namespace mannequin {

// The same weights, bound to the joints as solved and raised by `up` metres: these joints bring a mesh that
// was raised as much back to where it was. No bind shape, no joint positions. joint_rests place the joints as
// the importer expects them (importer_rests), so that it arrives at the same binds. Joints that the skeleton
// does not know keep their binds.
SkinDesc posed_skin(const SkinDesc& skin, const Skeleton& skeleton, std::span<const JointTransform> joints,
                    const ImporterProfile& importer, double up = 0.0);

// Rests of joints at these places (one per joint of the skeleton) that leave inverse binds of glTF as they
// are when the importer reads them.
std::vector<JointRest> importer_rests(const Skeleton& skeleton, std::span<const Vec3> places,
                                      const ImporterProfile& importer);

// All bones and collision volumes as solved, raised from mRoot's frame to bind space; without weights. Bones
// have no scale, volumes their own.
SkinDesc armature(const Skeleton& skeleton, std::span<const JointTransform> joints);

// How much higher bind space has the avatar: the default height of mPelvis, metres.
double bind_space_height(const Skeleton& skeleton);

}  // namespace mannequin
