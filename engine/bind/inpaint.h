// Weights of some vertices of a surface from those of the others.
#pragma once

#include <vector>

#include "engine/bind/heat.h"
#include "engine/bind/surface.h"
#include "engine/bind/weight_table.h"

namespace mannequin {

// Gives the vertices that are not known the weights w that minimise w' Q w + the sum of area * pull * (w -
// nearest)^2, where Q = L + L M^-1 L with the cotangent Laplacian L and the areas M. The known ones are
// those of the table. False if that cannot be solved or `progress` cancels; the table is then incomplete.
bool inpaint_weights(const Surface& surface, const std::vector<bool>& known, const std::vector<double>& pull,
                     const std::vector<std::vector<GroupWeight>>& nearest, WeightTable& table,
                     const BindProgress& progress = {});

}  // namespace mannequin
