// How meshes are coloured in a picture.
#pragma once

#include "tools/preview/render/ramp.h"

namespace mannequin::preview {

struct Shading {
  enum class Kind {
    studio,   // plaster or the file's colours, in the light of the studio
    ramp,     // the paint's x through a ramp
    colors,   // the paint's own colours
    normals,  // by direction
  };
  Kind kind = Kind::studio;
  bool wires = false;  // edges of the triangles over it
  const Ramp* ramp = &kViridis;
  double low = 0.0, high = 1.0;  // what the ramp's ends stand for
  double lines_every = 0.0;      // a line wherever the number passes a multiple of it; 0: none

  bool operator==(const Shading&) const = default;
};

}  // namespace mannequin::preview
