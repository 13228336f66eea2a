// How to colour meshes in a picture.
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
  bool wires = false;  // also draws the edges of the triangles
  const Ramp* ramp = &kViridis;
  double low = 0.0, high = 1.0;  // the values at the ramp's ends
  double lines_every = 0.0;      // draws a line at each of its multiples; 0: none

  bool operator==(const Shading&) const = default;
};

}  // namespace mannequin::preview
