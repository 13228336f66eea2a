// Freezes meshes as posed, and the reverse: finds the vertices that a shape and a pose turn into given ones.
#pragma once

#include <span>
#include <vector>

#include "engine/mesh/skin.h"

namespace mannequin {

// A vertex whose blended matrix magnifies errors.
struct PoorVertex {
  std::uint32_t vertex = 0;  // of the mesh
  double condition = 0.0;    // ratio of largest to smallest singular value; infinite: not invertible
};

// The accuracy of rebasing.
struct RebaseOutcome {
  double residual = 0.0;  // largest distance of a skinned vertex from its target, metres
  std::uint32_t worst_vertex = 0;
  std::vector<PoorVertex> poor;  // with a condition above kPoorCondition
};

inline constexpr double kPoorCondition = 100.0;

// Skins `mesh` in place: positions, normals, tangents and morphs are then in the palette's space. `skin` was
// built for this mesh; `palette` has skin.palette_size() matrices.
void pose_mesh(MeshDesc& mesh, const Skin& skin, std::span<const Mat4> palette);

// The reverse: changes the mesh so that skinning with this palette brings each vertex to its target, in the
// palette's space, and yields the current normals, tangents and morphs. Applies per vertex the inverse of
// (sum a_k M_jk) G. A vertex whose matrix has no inverse follows its strongest joint alone.
RebaseOutcome rebase_mesh(MeshDesc& mesh, const Skin& skin, std::span<const Mat4> palette,
                          std::span<const Vec3> targets);

}  // namespace mannequin
