// Skins a grid of block groups (x) and rows (y): one thread for four consecutive vertices of a block, looping
// over the few instances of its row. Four, so that a thread reads and writes 16 bytes at a time, and a matrix once
// for all of them.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/skin.glsl"

layout(local_size_x = kSkinGroupSize) in;

layout(std140, binding = kSkinDispatchBinding) uniform DispatchBlock { SkinDispatch grid; };
layout(std430, binding = kSkinMeshBinding) readonly buffer MeshBlock { uvec4 mesh[]; };
layout(std430, binding = kSkinPaletteBinding) readonly buffer PaletteBlock { vec4 palette_rows[]; };
layout(std430, binding = kSkinCallBinding) readonly buffer CallBlock { uvec4 call[]; };
layout(std430, binding = kSkinResultBinding) writeonly buffer ResultBlock { uvec4 results[]; };

SkinRow row_at(uint at) {
  uvec4 a = call[at], b = call[at + 1u], c = call[at + 2u];
  return SkinRow(a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w, c.x, c.y, c.z, 0u);
}

// Four vertices of a block.
struct Place {
  uint part;    // start of the part
  uint fourth;  // which four of the block
  SkinBlock block;
  uint joints;  // how many
  bool packed_input;
};

// Where in a block's record its parts begin.
struct Record {
  uint more_joints, weights, positions, directions;
};

Record record_of(Place at) {
  Record record;
  record.more_joints = at.part + at.block.record + ((at.block.counts & kSkinBlockMorphs) != 0u ? 1u : 0u);
  record.weights = record.more_joints + (max(at.joints, 4u) - 4u + 7u) / 8u;
  record.positions = record.weights + (at.joints == 1u ? 0u : at.joints * (at.packed_input ? 2u : 4u));
  record.directions = record.positions + 12u;
  return record;
}

// Four of a run of 16-bit numbers that belong to these vertices.
uvec4 halves_at(Place at, uint run) {
  uvec4 eight = mesh[run + (at.fourth >> 1)];
  uvec2 four = (at.fourth & 1u) == 0u ? eight.xy : eight.zw;
  return uvec4(four.x & 0xffffu, four.x >> 16, four.y & 0xffffu, four.y >> 16);
}

vec4 floats_at(Place at, uint run) { return uintBitsToFloat(mesh[run + at.fourth]); }

// Weights of the block's k-th joint; past the last joint 0.
vec4 weights_of(Place at, Record record, uint k) {
  if (k >= at.joints) return vec4(0.0);
  if (at.packed_input) return vec4(halves_at(at, record.weights + 2u * k)) * (1.0 / 65535.0);
  return floats_at(at, record.weights + 4u * k);
}

Four four_at(Place at, uint run) {
  return Four(floats_at(at, run), floats_at(at, run + 4u), floats_at(at, run + 8u));
}

vec4 signed_at(Place at, uint run) { return vec4(ivec4(halves_at(at, run) << 16) >> 16) * (1.0 / 32767.0); }

// The n-th directions (normals, tangents) after the positions.
Four directions_of(Place at, Record record, uint n) {
  if (!at.packed_input) return four_at(at, record.directions + 12u * n);
  uint run = record.directions + 6u * n;
  return Four(signed_at(at, run), signed_at(at, run + 2u), signed_at(at, run + 4u));
}

void accumulate_joint(inout FourMatrices sum, uint row, vec4 weights) {
  vec4 row0 = palette_rows[row], row1 = palette_rows[row + 1u], row2 = palette_rows[row + 2u];
  accumulate(sum.row0, row0, weights);
  accumulate(sum.row1, row1, weights);
  accumulate(sum.row2, row2, weights);
}

// The first four joints' rows of a palette, and their weights: read once for all instances.
struct Influences {
  uvec4 rows;
  vec4 weights0, weights1, weights2, weights3;
};

Influences influences_of(Place at, Record record) {
  uvec4 joints = uvec4(at.block.joints01 & 0xffffu, at.block.joints01 >> 16, at.block.joints23 & 0xffffu,
                       at.block.joints23 >> 16);
  // A block's only joint has weight 1.
  vec4 first = at.joints == 1u ? vec4(1.0) : weights_of(at, record, 0u);
  return Influences(joints * kPaletteRows, first, weights_of(at, record, 1u), weights_of(at, record, 2u),
                    weights_of(at, record, 3u));
}

FourMatrices blended(Place at, Record record, Influences first, uint palette) {
  FourRows none = FourRows(vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
  FourMatrices sum = FourMatrices(none, none, none);
  accumulate_joint(sum, palette + first.rows.x, first.weights0);
  if (at.joints == 1u) return sum;
  accumulate_joint(sum, palette + first.rows.y, first.weights1);
  accumulate_joint(sum, palette + first.rows.z, first.weights2);
  accumulate_joint(sum, palette + first.rows.w, first.weights3);
  for (uint k = 4u; k < at.joints; ++k) {
    uint word = mesh[record.more_joints + (k - 4u) / 8u][((k - 4u) >> 1) & 3u];
    uint joint = bitfieldExtract(word, int(k & 1u) << 4, 16);
    accumulate_joint(sum, palette + joint * kPaletteRows, weights_of(at, record, k));
  }
  return sum;
}

uint word_of_mesh(uint list, uint index) { return mesh[list + (index >> 2)][index & 3u]; }

void add(inout Four sum, Four deltas, float weight) {
  sum.x += weight * deltas.x;
  sum.y += weight * deltas.y;
  sum.z += weight * deltas.z;
}

void morph(Place at, uint weights, inout Four positions, inout Four normals) {
  uint list = at.part + mesh[at.part + at.block.record].x;
  uint count = word_of_mesh(list, 0u);
  for (uint i = 0u; i < count; ++i) {
    uint place = weights + word_of_mesh(list, 1u + 2u * i);
    float weight = uintBitsToFloat(call[place >> 2][place & 3u]);
    if (weight == 0.0) continue;
    uint deltas = at.part + word_of_mesh(list, 2u + 2u * i);
    add(positions, four_at(at, deltas), weight);
    add(normals, four_at(at, deltas + 12u), weight);
  }
}

// x, y and z of one vertex after the other.
void write(uint to, Four v) {
  results[to] = floatBitsToUint(vec4(v.x[0], v.y[0], v.z[0], v.x[1]));
  results[to + 1u] = floatBitsToUint(vec4(v.y[1], v.z[1], v.x[2], v.y[2]));
  results[to + 2u] = floatBitsToUint(vec4(v.z[2], v.x[3], v.y[3], v.z[3]));
}

void main() {
  SkinRow row = row_at(grid.rows_begin + gl_WorkGroupID.y * kSkinRowQuads);
  uint own_block = gl_WorkGroupID.x * kSkinGroupBlocks + gl_LocalInvocationID.x / kSkinBlockThreads;
  // The grid is as wide as its widest row.
  if (own_block >= row.block_count) return;

  bool tangents = (row.flags & kSkinTangents) != 0u, packed_format = (row.flags & kSkinPacked) != 0u;
  bool any_length = (row.flags & kSkinAnyLength) != 0u;
  uvec4 header = mesh[row.mesh_begin + own_block];
  Place at = Place(row.mesh_begin, gl_LocalInvocationID.x % kSkinBlockThreads,
                   SkinBlock(header.x, header.y, header.z, header.w), header.y & kSkinBlockJoints, packed_format);
  Record record = record_of(at);
  Influences influences = influences_of(at, record);
  Four positions = four_at(at, record.positions), normals = directions_of(at, record, 0u);
  Four tangent = positions;
  if (tangents) tangent = directions_of(at, record, 1u);
  uint mirrored = at.block.counts >> (16u + kSkinThreadVertices * at.fourth) & 15u;
  bool morphed = (at.block.counts & kSkinBlockMorphs) != 0u && (row.flags & kSkinMorphed) != 0u;

  uint place = own_block * kSkinBlockThreads + at.fourth;
  uint quads = packed_format ? 1u : 3u;  // of four directions
  for (uint i = 0u; i < row.instance_count; ++i) {
    Four p = positions, n = normals;
    if (morphed) morph(at, row.morph_begin + i * row.morph_stride, p, n);
    FourMatrices m = blended(at, record, influences, row.palette_begin + i * row.palette_stride);
    uint to = row.result_begin + i * row.result_stride;
    write(to + place * 3u, skinned_points(m, p));
    to += row.place_count / kSkinThreadVertices * 3u;
    Four directions = skinned_directions(m, n, any_length);
    if (packed_format) results[to + place] = packed_directions(directions, 0u);
    else write(to + place * 3u, directions);
    if (!tangents) continue;
    to += row.place_count / kSkinThreadVertices * quads;
    directions = skinned_directions(m, tangent, any_length);
    if (packed_format) results[to + place] = packed_directions(directions, mirrored);
    else write(to + place * 3u, directions);
  }
}
