// Weights evened out over the edges of a surface, or the opposite.
#pragma once

#include <span>

#include "engine/bind/surface.h"
#include "engine/bind/weight_table.h"

namespace mannequin {

// `times` over, for every group and all vertices at once: w' = (1 - factor) w + factor * mean of w over the
// vertices joined to this one by an edge. A vertex that does not have the group counts as 0, one without
// edges stays. Influences grow; sums of 1 stay 1.
void smooth_weights(WeightTable& table, std::span<const Surface::Edge> edges, int times, double factor);

// `times` over, the opposite: w' = w + factor * (w - mean), not below 0, and each vertex keeps its sum.
void sharpen_weights(WeightTable& table, std::span<const Surface::Edge> edges, int times, double factor);

}  // namespace mannequin
