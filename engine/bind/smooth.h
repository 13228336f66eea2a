// Smooths weights over the edges of a surface, or sharpens them.
#pragma once

#include <span>

#include "engine/bind/surface.h"
#include "engine/bind/weight_table.h"

namespace mannequin {

// Repeats `times` for every group, all vertices at once: w' = (1 - factor) w + factor * mean of w over the
// neighbours by edge. A vertex without the group counts as 0; one without edges is unchanged. Increases the
// number of influences; keeps sums of 1.
void smooth_weights(WeightTable& table, std::span<const Surface::Edge> edges, int times, double factor);

// The opposite, repeated `times`: w' = w + factor * (w - mean), at least 0; keeps each vertex's sum.
void sharpen_weights(WeightTable& table, std::span<const Surface::Edge> edges, int times, double factor);

}  // namespace mannequin
