// Weights that were made here, for the same mesh as it is after it was changed elsewhere.
#pragma once

#include "engine/bind/heat.h"
#include "engine/bind/surface.h"
#include "engine/bind/weight_table.h"

namespace mannequin {

// How many vertices of the mesh as it is now got their weights in which way.
struct CarriedWeights {
  WeightTable weights;           // one entry per vertex of the mesh as it is now
  std::size_t same = 0;          // by their number, or because they are where they were
  std::size_t interpolated = 0;  // on the old surface, or within 2 mm of it
  std::size_t made_up = 0;       // further away
  BindFaults faults;
};

// `weights`: of `before`, one entry per vertex. If both have the same triangles, each vertex keeps its
// weights, wherever it is now. Otherwise vertices within 0.01 mm of an old one keep that one's, and the
// others get what transfer_weights gives them from the old surface. Fails (bad_argument) if there are not as
// many weights as vertices before, and as transfer_weights.
Result<CarriedWeights> carry_weights(const Surface& before, const WeightTable& weights, const Surface& now);

}  // namespace mannequin
