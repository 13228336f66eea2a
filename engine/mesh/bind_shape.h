// The bind shape of a skin, moved into its mesh.
#pragma once

#include "engine/mesh/skin.h"

namespace mannequin {

// Moves positions, normals, tangents and morphs to bind space; afterwards the bind shape is the identity.
// Does not change a mesh without skin.
void apply_bind_shape(BoundMeshDesc& bound);

}  // namespace mannequin
