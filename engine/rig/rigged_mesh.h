// A base mesh bound to its fitted rig: what the skinners take, and a skeleton that they can be posed by.
#pragma once

#include <cstddef>

#include "engine/mesh/skin.h"
#include "engine/rig/fit.h"
#include "engine/rig/weights.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// Frame: the avatar's (X forward, Y left, Z up), metres. Bones become joints of their names; each joint's
// axes are the bone's, its position and rotation at rest are relative to its parent.
SkeletonDesc make_skeleton_desc(const Rig& rig, const RigFit& fit);

// Which polygons of the base mesh become the mesh: all, or those of its group "body" where it has one. The
// others are helpers: joint cubes, and cages for hair and clothes.
enum class BaseMeshPart { all, body };

// What is lost by keeping four influences for each vertex.
struct InfluenceLoss {
  std::size_t vertices = 0;     // with more than four
  std::size_t most = 0;         // the greatest number of influences of one vertex
  double largest_weight = 0.0;  // of those left out, as a fraction of their vertex's sum
  double largest_sum = 0.0;     // left out of one vertex, likewise
};

// A base mesh as the skinners take it.
struct RiggedMesh {
  // Vertices in the order of the base mesh, then copies at texture seams; source indices count in the base
  // mesh.
  BoundMeshDesc bound;
  InfluenceLoss loss;
  std::size_t unweighted = 0;  // vertices of the mesh that no bone moves
};

// Skin joints are the rig's bones. Normals that the file does not give are the mean of the polygons around.
// Fails (bad_data) as weights_by_vertex does, and where the part holds no polygon.
Result<RiggedMesh> make_rigged_mesh(const Rig& rig, const RigFit& fit, const BaseMesh& mesh,
                                    const RigWeights& weights, BaseMeshPart part);

}  // namespace mannequin
