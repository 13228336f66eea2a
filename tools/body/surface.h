// The left half of a field's surface as triangles.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tools/body/field.h"

namespace mannequin::body {

using Triangle = std::array<std::uint32_t, 3>;

// The part of a symmetric surface with y >= 0. Counter-clockwise seen from outside; open along y = 0 and at
// openings.
struct HalfSurface {
  std::vector<Vec3> positions;
  std::vector<std::uint8_t> in_plane;  // y is exactly 0: the rim to which the other half is joined
  std::vector<std::uint8_t> on_edge;   // at an opening; empty: there are none
  std::vector<Triangle> triangles;
};

// Marching tetrahedra on a grid of the given cell size with a layer of grid points in the plane y = 0. The
// result is manifold whatever the field; details smaller than a cell are lost. What lies deep in an opening
// may be left out.
HalfSurface extract(const Field& field, double cell, const Field* openings = nullptr);

// Both halves in one, joined along the rim. `twin` (if given) gets the mirror image's index for every vertex.
void mirror_join(const HalfSurface& half, std::vector<Vec3>& positions, std::vector<Triangle>& triangles,
                 std::vector<std::uint32_t>* twin = nullptr);

// Moves a point onto the surface along the gradient until it is within `tolerance`, or for four rounds; a
// point in the plane stays in it.
Vec3 project(const Field& field, Vec3 p, bool in_plane, double furthest, double tolerance = 1e-7);

}  // namespace mannequin::body
