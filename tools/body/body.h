// The project's own body: a bound mesh in the bind pose, made from the figure.
#pragma once

#include "engine/appearance/character.h"
#include "engine/mesh/skin.h"

namespace mannequin::body {

// The same numbers every time. Fails as Mesh::build and Skin::build do, which would be a fault of this
// program.
Result<BoundMeshDesc> make_body(const Character& character);

}  // namespace mannequin::body
