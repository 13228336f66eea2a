// Normals where a file has none, or none that can be used.
#pragma once

#include <cstddef>

#include "engine/mesh/mesh.h"

namespace mannequin {

// Gives every normal unit length. Those of length 0 become the mean of the triangles around their position,
// large triangles counting more, or (0, 0, 1) where there are none. Needs one normal per vertex and indices
// in range; returns how many were made up.
std::size_t finish_normals(MeshDesc& mesh);

}  // namespace mannequin
