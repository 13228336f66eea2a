// Where a surface is cut open: necklines, sleeves, the lower edges of clothes.
#pragma once

#include "tools/body/surface.h"

namespace mannequin::body {

// What is left of a surface outside the openings, whose edge runs exactly along both.
HalfSurface cut_open(const HalfSurface& surface, const Field& field, const Field& openings);

// As project, but onto the curve where the surface meets the border of the openings.
Vec3 project_on_edge(const Field& field, const Field& openings, Vec3 p, bool in_plane, double furthest,
                     double tolerance);

}  // namespace mannequin::body
