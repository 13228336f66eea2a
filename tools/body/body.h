// The project's own body, made from the figure.
#pragma once

#include "engine/appearance/character.h"
#include "tools/body/sculpture.h"

namespace mannequin::body {

// In the sculpted shape: what garments are made around.
struct Body {
  Rig rig;
  Sculpture surface;
  std::vector<VertexWeights> weights;
};

// Made in that sex' default shape; the same numbers every time. The body refers to the character.
Body make_body(const Character& character, Sex sex);

// The bound mesh, in the bind pose.
Bound body_mesh(const Body& body);

}  // namespace mannequin::body
