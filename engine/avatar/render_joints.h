// What the vertices of a system avatar mesh follow: the joints it names, and ancestors put in between so that
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
  Vec3 pivot{0.0};              // joint from the space of the mesh, metres; shape and offsets do not touch it
  bool named = true;            // false: an ancestor that was put in between
};

// Depth first over the skeleton, whatever the order of the names: each joint that the mesh names, after its
// nearest ancestor with base support unless that is the entry before. Fails (bad_data) on a name that no bone
// has. Source: ALGORITHM 9.1, 9.2.
Result<std::vector<RenderJoint>> render_joints(const Skeleton& skeleton, std::span<const std::string> names,
                                               const std::string& source);

}  // namespace mannequin
