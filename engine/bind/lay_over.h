// One surface laid over others that have the same parts in other places and proportions.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/bind/surface.h"

namespace mannequin {

// Where a surface lies after it was laid over others.
struct Laid {
  std::vector<Vec3> positions;  // one per vertex
  double scale = 1.0;           // of the similarity
  double mean_distance = 0.0;   // metres, between what was matched, after the warp
};

// First by the rotation about Z, the small rotations, translation and scale that bring the surfaces together
// (tried from where it is, and from all sides), then by a smooth warp of the space that takes each part to
// its counterpart. Both are found by matching nearest points whose normals agree, either way, the farthest
// fifth left out; what only one of the two has (a neck, say) therefore does not matter. Nothing without
// triangles on either side, or if no fit keeps its size.
//
// Method: iterated closest points (Besl and McKay 1992) with distances to planes (Chen and Medioni 1992); the
// warp is a cubic B-spline lattice (Rueckert et al. 1999).
std::optional<Laid> lay_over(const Surface& surface, std::span<const Surface* const> onto);

}  // namespace mannequin
