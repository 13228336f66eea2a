// Automatic weights by heat: every bone warms the vertices that it is nearest to and sees, and the warmth
// spreads over the surface. Method: Baran and Popovic 2007, "Automatic Rigging and Animation of 3D
// Characters".
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "engine/bind/bones.h"
#include "engine/bind/fault.h"
#include "engine/bind/surface.h"
#include "engine/bind/weight_table.h"

namespace mannequin {

// From 0 to 1; may be called from any thread, one at a time. False: stop.
using BindProgress = std::function<bool(double)>;

// Choices of the method.
struct HeatOptions {
  // Per bone and per vertex whether it is an eye's: eyes move eyes alone, and nothing else moves them. Empty:
  // every bone may move every vertex.
  std::vector<bool> eye_bones, eye_vertices;
  BindProgress progress;  // or none
};

// Weights, with the bones as groups, and what went wrong.
struct BoundWeights {
  WeightTable weights;
  BindFaults faults;
};

// Fails (bad_argument) without bones or with bones that are not finite, (bad_data) as check_surface.
Status check_bind_input(const Surface& surface, std::span<const BindBone> bones);

// One linear system for all bones, (L + H) w = H p: L the cotangent Laplacian by the vertex areas, H what a
// vertex takes from its nearest bone (nothing where that one is hidden by the front of a triangle), p which
// bone that is. Weights below 0.025 become 0, those up to 0.05 are pulled down; sums come to 0.9 and more,
// and are not normalised. Vertices of parts that see no bone and of triangles without area get none, and are
// named in the faults. Lengths matter: triangles below about 0.06 mm² do not conduct, so bind in metres.
//
// Fails as check_bind_input, and (bad_argument) where it was stopped.
Result<BoundWeights> heat_weights(const Surface& surface, std::span<const BindBone> bones,
                                  const HeatOptions& options = {});

}  // namespace mannequin
