// Normals for files that have none, or unusable ones.
#pragma once

#include <cstddef>

#include "engine/mesh/mesh.h"

namespace mannequin {

// Normalises every normal. A normal of length 0 becomes the area-weighted mean of the triangles at its
// position, or (0, 0, 1) if there are none. Needs one normal per vertex and indices
// in range; returns the number of computed normals.
std::size_t finish_normals(MeshDesc& mesh);

}  // namespace mannequin
