// Carries weights over to the same mesh after it was edited in another program.
#pragma once

#include "engine/bind/heat.h"
#include "engine/bind/surface.h"
#include "engine/bind/weight_table.h"

namespace mannequin {

// How many vertices of the edited mesh got their weights in which way.
struct CarriedWeights {
  WeightTable weights;           // one entry per vertex of the edited mesh
  std::size_t same = 0;          // by index, or because their position is unchanged
  std::size_t interpolated = 0;  // on the old surface, or within 2 mm of it
  std::size_t made_up = 0;       // further away
  BindFaults faults;
};

// `weights`: of `before`, one entry per vertex. If both have the same triangles, each vertex keeps its
// weights, wherever it moved. Otherwise vertices within 0.01 mm of an old one keep its weights, and the
// others get what transfer_weights gives them from the old surface. Fails (bad_argument) if the number of
// weights differs from the vertices before, and as transfer_weights does.
Result<CarriedWeights> carry_weights(const Surface& before, const WeightTable& weights, const Surface& now);

}  // namespace mannequin
