// Weights of what is worn on the body: those of the skin beneath.
#pragma once

#include "tools/body/body.h"

namespace mannequin::body {

// Cloth near the skin takes the weights of the nearest place of it, so that both move alike; cloth that hangs
// free takes the mean of what is around it.
std::vector<VertexWeights> weigh_cloth(const Body& body, const Sculpture& cloth);

}  // namespace mannequin::body
