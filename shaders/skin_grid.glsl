// Skins a grid of block groups (x) and rows (y): one thread per vertex, looping over the few instances of its
// row. The including shader chooses by kExchange how results are written.
#include "shaders/skin.glsl"

layout(local_size_x = kSkinGroupSize) in;

layout(std140, binding = kSkinDispatchBinding) uniform DispatchBlock { SkinDispatch grid; };
layout(std430, binding = kSkinMeshBinding) readonly buffer MeshBlock { uint mesh[]; };
layout(std430, binding = kSkinPaletteBinding) readonly buffer PaletteBlock { vec4 palette_rows[]; };
layout(std430, binding = kSkinCallBinding) readonly buffer CallBlock { uint call[]; };
layout(std430, binding = kSkinResultBinding) writeonly buffer ResultBlock { uint results[]; };

// With kExchange, threads exchange their three floats, so that neighbours write adjacent words. Alternates
// between two halves, so one barrier per instance is enough: a half is reused only after the other's barrier.
shared uint exchange[kExchange ? 2u * 3u * 3u * kSkinGroupSize : 1u];

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

float weight_of(Lane at, uint k) {
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

PaletteMatrix blended(Lane at, uint palette) {
  uint slots = at.part + at.block.slots;
  PaletteMatrix sum = matrix_at(palette + mesh[slots]);
  // A block's only joint has weight 1.
  uint count = slot_count(at);
  if (count == 1u) return sum;
  sum = scaled(sum, weight_of(at, 0u));
  for (uint k = 1u; k < count; ++k) sum = accumulated(sum, matrix_at(palette + mesh[slots + k]), weight_of(at, k));
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

void give(uint half_begin, uint array, vec3 v) {
  uint at = half_begin + (array * kSkinGroupSize + gl_LocalInvocationID.x) * 3u;
  exchange[at] = floatBitsToUint(v.x);
  exchange[at + 1u] = floatBitsToUint(v.y);
  exchange[at + 2u] = floatBitsToUint(v.z);
}

// Writes the group's three floats per place of one array, which begins at `to` for the group.
void take(uint half_begin, uint array, uint to, uint words) {
  uint from = half_begin + array * 3u * kSkinGroupSize;
  for (uint i = gl_LocalInvocationID.x; i < words; i += kSkinGroupSize) results[to + i] = exchange[from + i];
}

void write_directly(uint to, vec3 v) {
  results[to] = floatBitsToUint(v.x);
  results[to + 1u] = floatBitsToUint(v.y);
  results[to + 2u] = floatBitsToUint(v.z);
}

// A thread's values for its place: three floats each of positions, normals and tangents.
struct Skinned {
  vec3 position, normal, tangent;
};

// Where an instance's arrays begin for the group, in words.
struct Targets {
  uint positions, normals, tangents;
};

// Every thread of a group must call this, even past its last place (`inside` false).
void write_floats(uint i, Targets to, uint places, bool inside, Skinned v, uint arrays) {
  if (kExchange) {
    uint half_begin = (i & 1u) * 9u * kSkinGroupSize, words = places * 3u;
    give(half_begin, 0u, v.position);
    if (arrays > 1u) give(half_begin, 1u, v.normal);
    if (arrays > 2u) give(half_begin, 2u, v.tangent);
    barrier();
    take(half_begin, 0u, to.positions, words);
    if (arrays > 1u) take(half_begin, 1u, to.normals, words);
    if (arrays > 2u) take(half_begin, 2u, to.tangents, words);
  } else if (inside) {
    uint at = gl_LocalInvocationID.x * 3u;
    write_directly(to.positions + at, v.position);
    if (arrays > 1u) write_directly(to.normals + at, v.normal);
    if (arrays > 2u) write_directly(to.tangents + at, v.tangent);
  }
}

void main() {
  SkinRow row = row_at(grid.rows_begin + gl_WorkGroupID.y * kSkinRowWords);
  uint first_block = gl_WorkGroupID.x * kSkinGroupBlocks;
  // The grid is as wide as its widest row.
  if (first_block >= row.block_count) return;

  bool tangents = (row.flags & kSkinTangents) != 0u, packed_format = (row.flags & kSkinPacked) != 0u;
  bool any_length = (row.flags & kSkinAnyLength) != 0u;
  uint blocks = min(kSkinGroupBlocks, row.block_count - first_block);
  // Threads past the last block continue as well: all must reach the barriers.
  uint in_group = min(gl_LocalInvocationID.x / kSkinBlockSize, blocks - 1u);
  bool inside = gl_LocalInvocationID.x < blocks * kSkinBlockSize;
  uint header = row.mesh_begin + (first_block + in_group) * kSkinBlockWords;
  Lane at = Lane(row.mesh_begin, gl_LocalInvocationID.x % kSkinBlockSize,
                 SkinBlock(mesh[header], mesh[header + 1u], mesh[header + 2u], mesh[header + 3u]), packed_format);

  uint count = slot_count(at);
  uint weights_words = count == 1u ? 0u : count * (packed_format ? kSkinBlockSize / 2u : kSkinBlockSize);
  uint positions = at.part + at.block.record + weights_words;
  vec3 position = floats_at(positions + at.lane), normal = direction_of(at, positions, 0u);
  vec3 tangent = tangents ? direction_of(at, positions, 1u) : vec3(0.0);
  bool mirrored = (at.block.counts >> (16u + at.lane) & 1u) != 0u;
  bool morphed = at.block.morphs != 0u && (row.flags & kSkinMorphed) != 0u;

  uint first_place = first_block * kSkinBlockSize, places = blocks * kSkinBlockSize;
  uint words_per_direction = packed_format ? 1u : 3u;
  for (uint i = 0u; i < row.instance_count; ++i) {
    vec3 p = position, n = normal;
    if (morphed) morph(at, row.morph_begin + i * row.morph_stride, p, n);
    PaletteMatrix m = blended(at, row.palette_begin + i * row.palette_stride);
    Skinned v = Skinned(skinned_point(m, p), skinned_direction(m, n, any_length), vec3(0.0));
    if (tangents) v.tangent = skinned_direction(m, tangent, any_length);

    uint begin = row.result_begin + i * row.result_stride;
    Targets to;
    to.positions = begin + first_place * 3u;
    to.normals = begin + row.place_count * 3u + first_place * words_per_direction;
    to.tangents = to.normals + row.place_count * words_per_direction;
    write_floats(i, to, places, inside, v, packed_format ? 1u : tangents ? 3u : 2u);
    if (packed_format && inside) {
      results[to.normals + gl_LocalInvocationID.x] = packed_direction(v.normal, false);
      if (tangents) results[to.tangents + gl_LocalInvocationID.x] = packed_direction(v.tangent, mirrored);
    }
  }
}
