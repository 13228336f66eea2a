// Linear-blend skinning of one vertex. v' = (sum a_k M_k) v, n' = normalise(upper3x3(sum a_k M_k) n).

#include "shaders/skin_layout.h"

// The three rows of an affine matrix.
struct PaletteMatrix {
  vec4 row0, row1, row2;
};

PaletteMatrix scaled(PaletteMatrix m, float a) { return PaletteMatrix(m.row0 * a, m.row1 * a, m.row2 * a); }

// sum + a * m
PaletteMatrix accumulated(PaletteMatrix sum, PaletteMatrix m, float a) {
  return PaletteMatrix(sum.row0 + m.row0 * a, sum.row1 + m.row1 * a, sum.row2 + m.row2 * a);
}

vec3 skinned_point(PaletteMatrix m, vec3 p) {
  return vec3(dot(m.row0.xyz, p) + m.row0.w, dot(m.row1.xyz, p) + m.row1.w, dot(m.row2.xyz, p) + m.row2.w);
}

vec3 skinned_direction(PaletteMatrix m, vec3 d, bool any_length) {
  vec3 blended = vec3(dot(m.row0.xyz, d), dot(m.row1.xyz, d), dot(m.row2.xyz, d));
  if (any_length) return blended;
  // Never by 0, so that a vanishing normal stays 0.
  return blended * inversesqrt(max(dot(blended, blended), 1.2e-38));
}

// 10:10:10:2, as vertex fetch reads it.
uint packed_direction(vec3 d, bool mirrored) {
  uvec3 bits = uvec3(ivec3(roundEven(d * 511.0))) & 1023u;
  return bits.x | bits.y << 10 | bits.z << 20 | (mirrored ? 3u : 1u) << 30;
}
