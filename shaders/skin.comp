// Skins a grid of block groups (x) and rows (y): one thread per vertex, looping over the few instances of its
// row. Threads write their own places: exchanging them first, so that neighbours write adjacent words, took half as
// long again on the GPU that was measured.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/skin.glsl"

layout(local_size_x = kSkinGroupSize) in;

layout(std140, binding = kSkinDispatchBinding) uniform DispatchBlock { SkinDispatch grid; };
layout(std430, binding = kSkinMeshBinding) readonly buffer MeshBlock { uint mesh[]; };
layout(std430, binding = kSkinPaletteBinding) readonly buffer PaletteBlock { vec4 palette_rows[]; };
layout(std430, binding = kSkinCallBinding) readonly buffer CallBlock { uint call[]; };
layout(std430, binding = kSkinResultBinding) writeonly buffer ResultBlock { uint results[]; };

SkinRow row_at(uint at) {
  return SkinRow(call[at], call[at + 1u], call[at + 2u], call[at + 3u], call[at + 4u], call[at + 5u], call[at + 6u],
                 call[at + 7u], call[at + 8u], call[at + 9u], call[at + 10u], 0u);
}

// One block of the row's part, as seen by one of its sixteen lanes.
struct Lane {
  uint part;  // start of the block
  uint lane;
  SkinBlock block;
  bool packed_input;
};

uint slot_count(Lane at) { return at.block.counts & 0xffffu; }

// The number at `index` of a run of 16-bit numbers.
uint half_word(uint run, uint index) { return bitfieldExtract(mesh[run + (index >> 1)], int(index & 1u) << 4, 16); }

// Row of the palette of the block's k-th joint, and its weight; past the last joint its row again, and 0.
uint palette_row(Lane at, uint k) { return mesh[at.part + at.block.slots + min(k, slot_count(at) - 1u)]; }

float weight_of(Lane at, uint k) {
  if (k >= slot_count(at)) return 0.0;
  uint weights = at.part + at.block.record;
  uint index = k * kSkinBlockSize + at.lane;
  if (at.packed_input) return float(half_word(weights, index)) * (1.0 / 65535.0);
  return uintBitsToFloat(mesh[weights + index]);
}

vec3 floats_at(uint at) {
  return vec3(uintBitsToFloat(mesh[at]), uintBitsToFloat(mesh[at + kSkinBlockSize]),
              uintBitsToFloat(mesh[at + 2u * kSkinBlockSize]));
}

// The n-th direction (normal, tangent) after the positions.
vec3 direction_of(Lane at, uint positions, uint n) {
  uint run = positions + 3u * kSkinBlockSize;
  if (!at.packed_input) return floats_at(run + n * 3u * kSkinBlockSize + at.lane);
  run += n * 3u * (kSkinBlockSize / 2u);
  ivec3 halves = ivec3(half_word(run, at.lane), half_word(run, at.lane + kSkinBlockSize),
                       half_word(run, at.lane + 2u * kSkinBlockSize));
  return vec3((halves << 16) >> 16) * (1.0 / 32767.0);
}

PaletteMatrix matrix_at(uint row) {
  return PaletteMatrix(palette_rows[row], palette_rows[row + 1u], palette_rows[row + 2u]);
}

// Four joints of a block: their rows in a palette, and their weights.
struct Influences {
  uvec4 rows;
  vec4 weights;
};

// Read at once: a device that waits for each joint before it reads the next one spends most of its time waiting.
Influences influences_at(Lane at, uint k) {
  return Influences(
    uvec4(palette_row(at, k), palette_row(at, k + 1u), palette_row(at, k + 2u), palette_row(at, k + 3u)),
    vec4(weight_of(at, k), weight_of(at, k + 1u), weight_of(at, k + 2u), weight_of(at, k + 3u)));
}

PaletteMatrix blended_four(Influences four, uint palette) {
  PaletteMatrix m0 = matrix_at(palette + four.rows.x), m1 = matrix_at(palette + four.rows.y);
  PaletteMatrix m2 = matrix_at(palette + four.rows.z), m3 = matrix_at(palette + four.rows.w);
  PaletteMatrix sum = accumulated(scaled(m0, four.weights.x), m1, four.weights.y);
  return accumulated(accumulated(sum, m2, four.weights.z), m3, four.weights.w);
}

PaletteMatrix blended(Lane at, Influences first, uint palette) {
  uint count = slot_count(at);
  // A block's only joint has weight 1.
  if (count == 1u) return matrix_at(palette + first.rows.x);
  PaletteMatrix sum = blended_four(first, palette);
  for (uint k = 4u; k < count; k += 4u) sum = accumulated(sum, blended_four(influences_at(at, k), palette), 1.0);
  return sum;
}

void morph(Lane at, uint weights, inout vec3 position, inout vec3 normal) {
  uint list = at.part + at.block.morphs;
  uint count = mesh[list];
  for (uint i = 0u; i < count; ++i) {
    float weight = uintBitsToFloat(call[weights + mesh[list + 1u + 2u * i]]);
    if (weight == 0.0) continue;
    uint deltas = at.part + mesh[list + 2u + 2u * i] + at.lane;
    position += weight * floats_at(deltas);
    normal += weight * floats_at(deltas + 3u * kSkinBlockSize);
  }
}

void write(uint to, vec3 v) {
  results[to] = floatBitsToUint(v.x);
  results[to + 1u] = floatBitsToUint(v.y);
  results[to + 2u] = floatBitsToUint(v.z);
}

void main() {
  SkinRow row = row_at(grid.rows_begin + gl_WorkGroupID.y * kSkinRowWords);
  uint own_block = gl_WorkGroupID.x * kSkinGroupBlocks + gl_LocalInvocationID.x / kSkinBlockSize;
  // The grid is as wide as its widest row.
  if (own_block >= row.block_count) return;

  bool tangents = (row.flags & kSkinTangents) != 0u, packed_format = (row.flags & kSkinPacked) != 0u;
  bool any_length = (row.flags & kSkinAnyLength) != 0u;
  uint header = row.mesh_begin + own_block * kSkinBlockWords;
  Lane at = Lane(row.mesh_begin, gl_LocalInvocationID.x % kSkinBlockSize,
                 SkinBlock(mesh[header], mesh[header + 1u], mesh[header + 2u], mesh[header + 3u]), packed_format);

  uint count = slot_count(at);
  uint weights_words = count == 1u ? 0u : count * (packed_format ? kSkinBlockSize / 2u : kSkinBlockSize);
  uint positions = at.part + at.block.record + weights_words;
  Influences influences = influences_at(at, 0u);
  vec3 position = floats_at(positions + at.lane), normal = direction_of(at, positions, 0u);
  vec3 tangent = tangents ? direction_of(at, positions, 1u) : vec3(0.0);
  bool mirrored = (at.block.counts >> (16u + at.lane) & 1u) != 0u;
  bool morphed = at.block.morphs != 0u && (row.flags & kSkinMorphed) != 0u;

  uint place = gl_WorkGroupID.x * kSkinGroupSize + gl_LocalInvocationID.x;
  uint words_per_direction = packed_format ? 1u : 3u;
  for (uint i = 0u; i < row.instance_count; ++i) {
    vec3 p = position, n = normal;
    if (morphed) morph(at, row.morph_begin + i * row.morph_stride, p, n);
    PaletteMatrix m = blended(at, influences, row.palette_begin + i * row.palette_stride);
    uint to = row.result_begin + i * row.result_stride;
    write(to + place * 3u, skinned_point(m, p));
    to += row.place_count * 3u;
    vec3 direction = skinned_direction(m, n, any_length);
    if (packed_format) results[to + place] = packed_direction(direction, false);
    else write(to + place * 3u, direction);
    if (!tangents) continue;
    to += row.place_count * words_per_direction;
    direction = skinned_direction(m, tangent, any_length);
    if (packed_format) results[to + place] = packed_direction(direction, mirrored);
    else write(to + place * 3u, direction);
  }
}
