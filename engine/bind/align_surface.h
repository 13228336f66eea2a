// Fits one surface onto others that have the same parts in other places and proportions.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/bind/surface.h"

namespace mannequin {

// A surface after it was fitted onto others.
struct AlignedSurface {
  std::vector<Vec3> positions;  // one per vertex
  double scale = 1.0;           // of the similarity
  double mean_distance = 0.0;   // metres, mean over the matches, after the warp
};

// First finds the rotation about Z, small rotations, translation and scale that bring the surfaces together
// (starting from the current place, and from all sides), then a smooth warp of space that moves each part to
// its counterpart. Both match nearest points whose normals agree, in either direction, leaving out the
// farthest fifth; so what only one of the two has (a neck, say) does not matter. Returns nothing if either
// side has no triangles, or no fit keeps its size.
//
// Method: iterated closest points (Besl and McKay 1992) with distances to planes (Chen and Medioni 1992); the
// warp is a cubic B-spline lattice (Rueckert et al. 1999).
std::optional<AlignedSurface> align_surface(const Surface& surface, std::span<const Surface* const> onto);

}  // namespace mannequin
