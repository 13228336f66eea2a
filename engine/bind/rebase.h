// Meshes that stay as posed, and the way back: vertices that a shape and a pose turn into given ones.
#pragma once

#include <span>
#include <vector>

#include "engine/mesh/skin.h"

namespace mannequin {

// A vertex whose blended matrix magnifies errors.
struct PoorVertex {
  std::uint32_t vertex = 0;  // of the mesh
  double condition = 0.0;    // largest by smallest singular value; infinite: it has no inverse
};

// How well rebasing went.
struct RebaseOutcome {
  double residual = 0.0;  // largest distance of a skinned vertex from its target, metres
  std::uint32_t worst_vertex = 0;
  std::vector<PoorVertex> poor;  // with a condition above kPoorCondition
};

inline constexpr double kPoorCondition = 100.0;

// Skins `mesh` in place: positions, normals, tangents and morphs are then in the palette's space. `skin` was
// built for this mesh; `palette` has skin.palette_size() matrices.
void pose_mesh(MeshDesc& mesh, const Skin& skin, std::span<const Mat4> palette);

// The opposite: changes the mesh so that skinning with this palette brings each vertex to its target, in the
// palette's space; normals, tangents and morphs so that they come out as they are now. Per vertex the inverse
// of (sum a_k M_jk) G. A vertex whose matrix has no inverse follows its strongest joint alone.
RebaseOutcome rebase_mesh(MeshDesc& mesh, const Skin& skin, std::span<const Mat4> palette,
                          std::span<const Vec3> targets);

}  // namespace mannequin
