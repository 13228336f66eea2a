// Fewer triangles over a subset of a mesh's vertices, for pictures that must be fast: a software renderer
// spends far more time setting up triangles than filling them.
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

// About one triangle per `reduction` of the mesh's, evenly dense unless the mesh is denser. Merges
// neighbouring vertices into one of them, independently of the pose: connected parts stay connected in every
// pose. Edges and texture seams stay in place, and parts of few vertices are unchanged. influences: one per
// vertex. Takes linear time.
CoarseTriangles coarse_triangles(const Mesh& mesh, std::span<const VertexInfluences> influences,
                                 std::size_t reduction);

}  // namespace mannequin::preview
