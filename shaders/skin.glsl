// Linear-blend skinning of four vertices at once: a vec4 holds one component of each.
// v' = (sum a_k M_k) v, n' = normalise(upper3x3(sum a_k M_k) n).

#include "shaders/skin_layout.h"

// Points or directions.
struct Four {
  vec4 x, y, z;
};

// One row of their matrices.
struct FourRows {
  vec4 x, y, z, w;
};

struct FourMatrices {
  FourRows row0, row1, row2;
};

// sum + a * row
void accumulate(inout FourRows sum, vec4 row, vec4 a) {
  sum.x += row.x * a;
  sum.y += row.y * a;
  sum.z += row.z * a;
  sum.w += row.w * a;
}

vec4 direction_by(FourRows row, Four d) { return row.x * d.x + row.y * d.y + row.z * d.z; }

Four skinned_points(FourMatrices m, Four p) {
  return Four(direction_by(m.row0, p) + m.row0.w, direction_by(m.row1, p) + m.row1.w,
              direction_by(m.row2, p) + m.row2.w);
}

Four skinned_directions(FourMatrices m, Four d, bool any_length) {
  Four blended = Four(direction_by(m.row0, d), direction_by(m.row1, d), direction_by(m.row2, d));
  if (any_length) return blended;
  // Never by 0, so that a vanishing normal stays 0.
  vec4 squared = blended.x * blended.x + blended.y * blended.y + blended.z * blended.z;
  vec4 scale = inversesqrt(max(squared, vec4(1.2e-38)));
  return Four(blended.x * scale, blended.y * scale, blended.z * scale);
}

uvec4 component_bits(vec4 component) { return uvec4(ivec4(roundEven(component * 511.0))) & 1023u; }

// 10:10:10:2, as vertex fetch reads it. `mirrored`: a bit per vertex.
uvec4 packed_directions(Four d, uint mirrored) {
  uvec4 sign = uvec4(1u) | (uvec4(mirrored) >> uvec4(0u, 1u, 2u, 3u) & 1u) << 1;
  return component_bits(d.x) | component_bits(d.y) << 10 | component_bits(d.z) << 20 | sign << 30;
}
