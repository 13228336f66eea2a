// Paints one texel of a region per thread: all layers in their order, by the same arithmetic as
// engine/layers/texel_kernels.cpp and tile_painter.cpp. `precise` keeps products and sums apart, as there.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/layer_layout.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(std140, binding = kLayerDispatchBinding) uniform DispatchBlock { LayerDispatch dispatch; };
layout(std430, binding = kLayerStepsBinding) readonly buffer StepsBlock { LayerStep steps[]; };
layout(std430, binding = kLayerPicturesBinding) readonly buffer PicturesBlock { uint pictures[]; };
layout(std430, binding = kLayerTablesBinding) readonly buffer TablesBlock { uint tables[]; };
layout(std430, binding = kLayerTexelsBinding) buffer TexelsBlock { uint texels[]; };

uint byte_of(uint word, uint index) { return (word >> (8u * index)) & 255u; }

// Of bytes, rounded.
uint over_255(uint value) {
  uint t = value + 128u;
  return (t + (t >> 8u)) >> 8u;
}

uint product(uint a, uint b) { return over_255(a * b); }

// Where this thread's texel is in a picture: between two columns and two rows.
struct Place {
  uvec2 first, second;
  uvec2 parts;  // of the second, in halves of a texel of the region
  vec2 fractions;
};

Place place_in(LayerStep step, uvec2 at) {
  Place place;
  uvec2 side = uvec2(step.width, step.height);
  if (step.enlargement > 0u) {
    uvec2 half_steps = 2u * at + 1u + step.enlargement;
    ivec2 first = ivec2(half_steps / (2u * step.enlargement)) - 1;
    place.first = uvec2(max(first, ivec2(0)));
    place.second = min(uvec2(first + 1), side - 1u);
    place.parts = half_steps % (2u * step.enlargement);
    place.fractions = vec2(0.0);
    return place;
  }
  precise vec2 middle = (vec2(at) + 0.5) * vec2(side) * dispatch.per_texel - 0.5;
  vec2 low = floor(middle), last = vec2(side - 1u);
  place.first = uvec2(clamp(low, vec2(0.0), last));
  place.second = uvec2(clamp(low + 1.0, vec2(0.0), last));
  place.parts = uvec2(0u);
  place.fractions = middle - low;
  return place;
}

uint texel(LayerStep step, uint plane, uint table, uint x, uint y) {
  uint at = plane + y * step.width + x;
  uint value = byte_of(pictures[at >> 2u], at & 3u);
  return table == kLayerNoTable ? value : byte_of(tables[table + (value >> 2u)], value & 3u);
}

uint fetch(LayerStep step, uint plane, uint table, Place place) {
  if (step.enlargement == 1u) return texel(step, plane, table, place.first.x, place.first.y);
  uint a = texel(step, plane, table, place.first.x, place.first.y),
       b = texel(step, plane, table, place.second.x, place.first.y),
       c = texel(step, plane, table, place.first.x, place.second.y),
       d = texel(step, plane, table, place.second.x, place.second.y);
  if (step.enlargement > 0u) {
    uint all = 2u * step.enlargement;
    uvec2 rest = all - place.parts;
    uint sum = (a * rest.y + c * place.parts.y) * rest.x + (b * rest.y + d * place.parts.y) * place.parts.x;
    return (sum + all * all / 2u) / (all * all);
  }
  precise float low = float(a) * (1.0 - place.fractions.x) + float(b) * place.fractions.x;
  precise float high = float(c) * (1.0 - place.fractions.x) + float(d) * place.fractions.x;
  precise float sum = low * (1.0 - place.fractions.y) + high * place.fractions.y + 0.5;
  return uint(sum);
}

uint channel(LayerStep step, uint plane, uint index, Place place) {
  return plane == kLayerNoPlane ? byte_of(step.constants, index) : fetch(step, plane, kLayerNoTable, place);
}

// s c m + d (1 - m)
uint mixed(uint d, uint s, uint c, uint m) {
  if (m == 0u) return d;
  if (m == 255u) return product(s, c);
  if (s == 0u || s == 255u || c == 255u) return over_255(product(s, c) * m + d * (255u - m));
  precise float over = float(s) * float(c) * float(m);
  precise float under = float(d) * 255.0 * float(255u - m);
  precise float sum = (over + under) * dispatch.per_product;
  precise float rounded = sum + 0.5;
  return uint(rounded);
}

// s t a + d (1 - a)
uint tinted(uint d, uint s, float t, float a) {
  precise float over = float(s) * t * a;
  precise float under = float(d) * (1.0 - a);
  precise float sum = over + under;
  precise float rounded = sum + 0.5;
  return uint(rounded);
}

uvec4 draw(LayerStep step, uvec4 below, uint mask, uvec2 at) {
  if ((step.flags & kLayerMasked) != 0u && mask == 0u) return below;
  Place place = place_in(step, at);
  uint alpha = channel(step, step.plane3, 3u, place);
  uint opacity = byte_of(step.color, 3u);
  bool dropped = (step.flags & kLayerTestsAlpha) != 0u && alpha * opacity <= 260u;
  if (dropped) return below;
  bool keeps_alpha = (dispatch.flags & kLayerKeepsAlpha) != 0u;
  uvec3 source;
  source.r = channel(step, step.plane0, 0u, place);
  source.g = step.plane1 == step.plane0 && step.plane0 != kLayerNoPlane ? source.r
                                                                        : channel(step, step.plane1, 1u, place);
  source.b = step.plane2 == step.plane0 && step.plane0 != kLayerNoPlane ? source.r
                                                                        : channel(step, step.plane2, 2u, place);
  uvec4 above = below;
  bool both = (step.flags & (kLayerMasked | kLayerReplaces)) == 0u && step.plane3 != kLayerNoPlane;
  // The product of both alphas does not fit a byte, so both are applied at once.
  if (both && opacity != 255u) {
    precise float a = float(alpha) * step.opacity;
    above.r = tinted(below.r, source.r, step.tint0, a);
    above.g = tinted(below.g, source.g, step.tint1, a);
    above.b = tinted(below.b, source.b, step.tint2, a);
    if (keeps_alpha) above.a = tinted(below.a, alpha, step.tint3, a);
    return above;
  }
  uint m = (step.flags & kLayerMasked) != 0u     ? mask
           : (step.flags & kLayerReplaces) != 0u ? 255u
           : both                                ? alpha
                                                 : product(alpha, opacity);
  above.r = mixed(below.r, source.r, byte_of(step.color, 0u), m);
  above.g = mixed(below.g, source.g, byte_of(step.color, 1u), m);
  above.b = mixed(below.b, source.b, byte_of(step.color, 2u), m);
  if (keeps_alpha) above.a = mixed(below.a, alpha, opacity, m);
  return above;
}

void main() {
  uvec2 at = gl_GlobalInvocationID.xy;
  uint index = at.y * dispatch.size + at.x;
  uvec4 state = uvec4(0u, 0u, 0u, 255u);
  if ((dispatch.flags & kLayerContinues) != 0u) {
    uint word = texels[index];
    state = uvec4(byte_of(word, 0u), byte_of(word, 1u), byte_of(word, 2u), byte_of(word, 3u));
  }
  uint mask = 255u;
  for (uint i = 0u; i < dispatch.step_count; ++i) {
    LayerStep step = steps[i];
    if (step.kind == kLayerBeginMask) {
      mask = (step.flags & kLayerFromAlpha) != 0u ? state.a : byte_of(step.constants, 0u);
    } else if (step.kind == kLayerCombineMask) {
      uint value = step.plane0 == kLayerNoPlane
                       ? byte_of(step.constants, 0u)
                       : fetch(step, step.plane0, step.table, place_in(step, at));
      mask = (step.flags & kLayerMultiplies) != 0u ? product(mask, value) : min(mask + value, 255u);
    } else if (step.kind == kLayerEndMask) {
      state.a = mask;
    } else {
      state = draw(step, state, mask, at);
    }
  }
  texels[index] = state.r | (state.g << 8u) | (state.b << 16u) | (state.a << 24u);
}
