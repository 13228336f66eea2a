// The joints that the vertices of a system avatar mesh follow: those it names, and ancestors inserted so that
// neighbours in the list can blend.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

struct RenderJoint {
  JointIndex joint = kNoJoint;  // kNoJoint: mRoot
  Vec3 pivot{0.0};              // joint from mesh space, metres; independent of shape and offsets
  bool named = true;            // false: an inserted ancestor
};

// Depth first over the skeleton, regardless of the names' order: each joint that the mesh names, after its
// nearest ancestor with base support unless that is the previous entry. Fails (bad_data) on a name no bone
// has. Source: ALGORITHM 9.1, 9.2.
Result<std::vector<RenderJoint>> render_joints(const Skeleton& skeleton, std::span<const std::string> names,
                                               const std::string& source);

}  // namespace mannequin
