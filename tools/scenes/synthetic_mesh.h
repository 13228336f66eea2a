// Meshes of any size for tests and benchmarks: a closed tube about the avatar's height, weighted at will.
#pragma once

#include <cstdint>

#include "engine/mesh/skin.h"

namespace mannequin::scenes {

struct SyntheticMesh {
  std::size_t vertices = 20000;
  std::size_t influences = 4;  // per vertex, 1 to 4
  std::size_t joints = 110;    // bones and volumes of the skeleton in its order
  std::uint32_t seed = 1;
  bool tangents = false;
  std::size_t morphs = 0;  // each moves a fifth of the vertices
};

// Neighbouring vertices share most of their joints, as on real bodies. Inverse binds are those of the rest
// skeleton with mPelvis at its default place.
BoundMeshDesc make_synthetic_mesh(const Skeleton& skeleton, const SyntheticMesh& options);

}  // namespace mannequin::scenes
