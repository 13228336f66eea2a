// Weights of what is worn on the body: those of the skin beneath.
#pragma once

#include "tools/body/body.h"

namespace mannequin::body {

// Cloth near the skin takes the weights of the nearest place of it, so that both move alike; cloth that hangs
// free is evened out, as transferred weights are (even_hanging_cloth); what is turned in goes wherever the
// cloth before it goes.
std::vector<VertexWeights> weigh_cloth(const Body& body, const Sculpture& cloth);

}  // namespace mannequin::body
