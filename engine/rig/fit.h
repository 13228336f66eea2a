// A rig fitted to a base mesh: the positions of its bones. To refit, fit to the changed mesh.
#pragma once

#include <vector>

#include "engine/rig/base_mesh.h"
#include "engine/rig/rig.h"

namespace mannequin {

// Blender's frame, metres. `found`: the strategy found a position; if not, the default position is used.
struct FittedBone {
  Vec3 head{0.0}, tail{0.0};
  bool head_found = false, tail_found = false;
  double roll = 0.0;          // radians; recomputed if the bone has a roll strategy
  Mat4 world_from_bone{1.0};  // at rest: Y along the bone, origin at the head
};

// One entry per bone of the rig.
struct RigFit {
  std::vector<FittedBone> bones;
  double relative_scale = 1.0;  // the factor applied to offsets: the mesh's scale over the rig's
};

// `parent_mesh`: for a sub-rig, the base mesh of its parent rig, which has the joint cubes. Fails
// (bad_argument) for a sub-rig without one. The head of a connected bone is at its parent's tail. Source:
// MPFB's rig file format.
Result<RigFit> fit_rig(const Rig& rig, const BaseMesh& mesh, const BaseMesh* parent_mesh = nullptr);

}  // namespace mannequin
