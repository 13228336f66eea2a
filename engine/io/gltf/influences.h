// JOINTS_n and WEIGHTS_n of a glTF primitive.
#pragma once

#include "engine/io/gltf/primitive.h"

namespace mannequin::io {

// Fills the influences of `data`, all sets of them; one joint named several times in a vertex is added up.
// Weights of 0 go, as do those that are negative or no numbers (with a note); sums stay as they are. Without
// a skin, or where the primitive has none, vertices get no influence.
Status read_influences(const GltfDocument& document, const tinygltf::Primitive& primitive,
                       const PrimitivePlace& place, PrimitiveData& data, Notes& notes);

}  // namespace mannequin::io
