// The cotangent Laplacian of a surface, edge by edge.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/bind/surface.h"

namespace mannequin {

// Conductances between neighbours on a surface.
struct Cotangents {
  // An edge of the surface and its weight.
  struct Edge {
    std::uint32_t a, b;  // a < b
    double weight;       // sum of the opposite cotangents divided by the number of the edge's triangles
  };
  std::vector<Edge> edges;      // sorted; edges with weight 0 are left out
  std::vector<double> area;     // per vertex: its Voronoi share, m²; 0 where no triangle is large enough
  std::vector<bool> collapsed;  // per vertex: it has triangles, but all of them are degenerate

  // The connected part of each vertex over these edges, as the index of the part's first vertex.
  std::vector<std::uint32_t> conducting_parts(std::size_t vertex_count) const;
};

// Triangles whose doubled area is below the rounding of single precision (1.2e-7 m²) conduct nothing, as in
// the program whose results these are compared with. In obtuse triangles the obtuse corner gets half of the
// area and each other corner a quarter.
Cotangents make_cotangents(const Surface& surface);

}  // namespace mannequin
