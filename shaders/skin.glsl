// Linear-blend skinning of one vertex. v' = (sum a_k M_k) v, n' = normalise(upper3x3(sum a_k M_k) n).

#include "shaders/skin_layout.h"

struct SkinnedPoint {
  vec3 position;
  vec3 normal;  // unit; 0 where the blended normal vanishes
};

PaletteMatrix scaled(PaletteMatrix m, float a) { return PaletteMatrix(m.row0 * a, m.row1 * a, m.row2 * a); }

PaletteMatrix sum(PaletteMatrix a, PaletteMatrix b) {
  return PaletteMatrix(a.row0 + b.row0, a.row1 + b.row1, a.row2 + b.row2);
}

vec3 direction(vec3 n) {
  // Dividing by the largest component first keeps the squares in range for any scale a palette can have.
  float largest = max(max(abs(n.x), abs(n.y)), abs(n.z));
  if (largest == 0.0) return vec3(0.0);
  n /= largest;
  return n / length(n);
}

SkinnedPoint skinned(BoundVertex v, PaletteMatrix blend) {
  vec4 p = vec4(v.px, v.py, v.pz, 1.0);
  vec3 n = vec3(v.nx, v.ny, v.nz);
  SkinnedPoint result;
  result.position = vec3(dot(blend.row0, p), dot(blend.row1, p), dot(blend.row2, p));
  result.normal = direction(vec3(dot(blend.row0.xyz, n), dot(blend.row1.xyz, n), dot(blend.row2.xyz, n)));
  return result;
}
