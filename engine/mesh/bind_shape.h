// The bind shape of a skin, moved into its mesh.
#pragma once

#include "engine/mesh/skin.h"

namespace mannequin {

// Moves positions, normals, tangents and morphs to bind space; the bind shape is the identity afterwards. A
// mesh without skin stays as it is.
void apply_bind_shape(BoundMeshDesc& bound);

}  // namespace mannequin
