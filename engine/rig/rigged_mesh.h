// A base mesh bound to its fitted rig: the input of skinners, and a skeleton to pose it.
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

// The polygons to include: all, or those of the group "body" if there is one. The
// others are helpers: joint cubes, and cages for hair and clothes.
enum class BaseMeshPart { all, body };

// The whole base mesh, unbound, in its own frame: vertices as in RiggedMesh, each polygon triangulated as a
// fan from its first corner. Empty if the file has no polygon.
MeshDesc plain_mesh(const BaseMesh& mesh);

// A base mesh in the form that skinners take.
struct RiggedMesh {
  // Vertices in the order of the base mesh, then copies at texture seams; source indices refer to the base
  // mesh.
  BoundMeshDesc bound;
  InfluenceLoss loss;
  std::size_t unweighted = 0;  // vertices of the mesh without bone weights
};

// Skin joints are the rig's bones. Normals missing from the file are averaged from the adjacent polygons.
// Fails (bad_data) as weights_by_vertex does, or if the part contains no polygon.
Result<RiggedMesh> make_rigged_mesh(const Rig& rig, const RigFit& fit, const BaseMesh& mesh,
                                    const RigWeights& weights, BaseMeshPart part);

}  // namespace mannequin
