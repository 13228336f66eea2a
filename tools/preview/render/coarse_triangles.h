// Fewer triangles between some of a mesh's own vertices, for pictures that must be quick: a software renderer
// is busy with setting up triangles long before it has filled them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/mesh/mesh.h"
#include "engine/mesh/skin.h"

namespace mannequin::preview {

struct CoarseTriangles {
  struct Run {
    std::size_t first = 0, count = 0;  // of `indices`
  };
  std::vector<std::uint32_t> indices;  // three per triangle, vertices of the mesh
  std::vector<Run> faces;              // one per face of the mesh
};

// About one triangle for each `reduction` of the mesh's, as dense as these where they are denser.
// Neighbouring vertices become one of them, whatever the pose: what hangs together does so in every pose.
// Edges and seams of textures stay where they are, and parts of few vertices stay as they are. influences:
// one per vertex. Takes linear time.
CoarseTriangles coarse_triangles(const Mesh& mesh, std::span<const VertexInfluences> influences,
                                 std::size_t reduction);

}  // namespace mannequin::preview
