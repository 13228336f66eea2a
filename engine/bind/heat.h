// Automatic weights by heat: every bone heats the vertices that it is
// nearest to and sees, and the heat diffuses over the surface. Method: Baran
// and Popovic 2007, "Automatic Rigging and Animation of 3D Characters".
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "engine/bind/bones.h"
#include "engine/bind/fault.h"
#include "engine/bind/surface.h"
#include "engine/bind/weight_table.h"

namespace mannequin {

// From 0 to 1; may be called from any thread, one at a time. Returning false cancels.
using BindProgress = std::function<bool(double)>;

// Options of the method.
struct HeatOptions {
  // Flags the eyes' bones and vertices: eye bones move only eye vertices, and no other bones move those.
  // Empty: every bone may move every vertex.
  std::vector<bool> eye_bones, eye_vertices;
  BindProgress progress;  // or none
};

// Weights, with the bones as groups, and the faults found.
struct BoundWeights {
  WeightTable weights;
  BindFaults faults;
};

// Fails (bad_argument) without bones or with bones that are not finite, (bad_data) as check_surface.
Result<void> check_bind_input(const Surface& surface, std::span<const BindBone> bones);

// One linear system for all bones, (L + H) w = H p: L is the cotangent Laplacian by the vertex areas, H the
// heat a vertex takes from its nearest bone (none if the front of a triangle hides that one), p which bone
// that is. Weights below 0.025 become 0, those up to 0.05 are reduced; sums are 0.9 or more, not normalised.
// Vertices of parts that see no bone and of triangles without area get no weight, and are listed in the
// faults. Scale matters: triangles below about 0.06 mm² do not conduct, so bind in metres.
//
// Fails as check_bind_input, and (bad_argument) if cancelled.
Result<BoundWeights> heat_weights(const Surface& surface, std::span<const BindBone> bones,
                                  const HeatOptions& options = {});

}  // namespace mannequin
