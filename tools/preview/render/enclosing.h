// Whether only the front faces of a mesh can be seen from outside.
#pragma once

#include "engine/mesh/mesh.h"
#include "engine/mesh/skin.h"

namespace mannequin::preview {

// True if the mesh encloses its inside in every pose: each edge joins triangles that run along it in opposite
// directions, vertices in one place have the same influences, and each connected part is counter-clockwise
// seen from outside. Sorts vertices and edges: 0.35 s per million triangles.
bool encloses_inside(const Mesh& mesh, const Skin& skin);

}  // namespace mannequin::preview
