// The edges of clothes: cloth with a thickness, turned in.
#pragma once

#include "tools/body/surface.h"

namespace mannequin::body {

// Metres.
struct HemStyle {
  double thick = 0.0030;      // of the cloth at its edges
  double turned_up = 0.0060;  // how far up inside the cloth the turned-in part reaches
  // Edges below this height are a skirt's, where one looks in: turned up this far.
  double skirt_below = -1.0, skirt_turned_up = 0.0;
};

// A half with its edges turned in. What was not there before comes last.
struct Hemmed {
  HalfSurface half;
  std::size_t cloth_vertices = 0;
  std::vector<Vec3> normals;  // of each vertex behind the cloth's
};

// The half ends then inside the cloth, where the turned-in part does.
Hemmed turn_in(HalfSurface open, const Field& field, const Field& openings, const HemStyle& style);

}  // namespace mannequin::body
