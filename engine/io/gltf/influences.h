// JOINTS_n and WEIGHTS_n of a glTF primitive.
#pragma once

#include "engine/io/gltf/primitive.h"

namespace mannequin::io {

// JOINTS_0 with WEIGHTS_0, then JOINTS_1, ...
std::size_t count_influence_sets(const GltfPrimitive& primitive);

// Fills the influences of `data`, from all sets; repeated joints of a vertex are summed.
// Drops weights of 0, and negative or NaN ones (with a note); sums are not changed. Without
// a skin, or if the primitive has no weights, vertices get no influence.
Status read_influences(const GltfDocument& document, const GltfPrimitive& primitive,
                       const PrimitivePlace& place, PrimitiveData& data, Notes& notes);

}  // namespace mannequin::io
