// The layout of all data passed between the program and the skinning shader. Read by GLSL and by C++, so it
// only uses what both understand: structs of 4-byte scalars, and constants. A quad is 16 bytes: what a thread
// reads or writes at once.
#ifndef MANNEQUIN_SKIN_LAYOUT_H
#define MANNEQUIN_SKIN_LAYOUT_H

#ifdef __cplusplus
#include <cstddef>
#include <cstdint>

namespace mannequin::layout {
using uint = std::uint32_t;
#endif

const uint kSkinBlockSize = 16u;      // vertices that share their joints
const uint kSkinThreadVertices = 4u;  // consecutive ones of a block: a quad of each of their components
const uint kSkinBlockThreads = 4u;
const uint kSkinGroupSize = 64u;  // threads
const uint kSkinGroupBlocks = kSkinGroupSize / kSkinBlockThreads;

// Distinct numbers across uniform blocks and buffers, because in Vulkan they share one numbering.
const uint kSkinDispatchBinding = 0u;
const uint kSkinMeshBinding = 1u;
const uint kSkinPaletteBinding = 2u;  // the call's buffer as floats
const uint kSkinCallBinding = 3u;     // the same buffer as whole numbers
const uint kSkinResultBinding = 4u;

// One dispatch: a grid of block groups (x) and rows (y). std140.
struct SkinDispatch {
  uint rows_begin;  // quads from the start of the call's buffer to its first SkinRow
  uint unused0;
  uint unused1;
  uint unused2;
};

// One mesh part for a few instances; its vertices are read once for all of them. Counted in quads from the
// start of the respective buffer; a row of a palette matrix is one. std430.
struct SkinRow {
  uint mesh_begin;
  uint block_count;
  uint palette_begin;  // in the call's buffer, of the first instance
  uint palette_stride;
  uint result_begin;  // of the first instance
  uint result_stride;
  uint instance_count;
  uint flags;
  uint morph_begin;  // morph weights of the first instance, in the call's buffer; words (4 bytes)
  uint morph_stride;
  uint place_count;  // of the part: vertices from its positions to its normals
  uint unused0;
};
const uint kSkinRowQuads = 3u;
const uint kSkinTangents = 1u;  // flags
const uint kSkinPacked = 2u;
const uint kSkinMorphed = 4u;
const uint kSkinAnyLength = 8u;  // directions are not normalised

// A mesh part begins with one header per block, a quad. Its record has, each from a new quad on:
//
//   if it has morphs, the quad of the part at which their list begins;
//   joints beyond the fourth, as 16-bit numbers;
//   weights of each joint unless there is only one;
//   x[16] y[16] z[16] of positions, normals and, where the mesh has them, tangents;
//   packed: weights, normals and tangents two to a word, the lower vertex in the lower half.
//
// A list of morphs: their number, then per morph its index and the quad of the part at which its deltas
// begin: x[16] y[16] z[16] of positions, normals.
struct SkinBlock {
  uint record;    // quads from the start of the part
  uint counts;    // joints; kSkinBlockMorphs; in the upper half one bit per vertex whose tangent is mirrored
  uint joints01;  // the first four, 16 bits each, as indices of the palette; the last one repeated
  uint joints23;
};
const uint kSkinBlockJoints = 0x7fffu;
const uint kSkinBlockMorphs = 0x8000u;
const uint kPaletteRows = 3u;  // quads per matrix

#ifdef __cplusplus
inline constexpr std::size_t kSkinQuadBytes = 16;
inline constexpr std::size_t kSkinQuadWords = 4;
static_assert(sizeof(SkinDispatch) == kSkinQuadBytes);
static_assert(sizeof(SkinRow) == kSkinRowQuads * kSkinQuadBytes);
static_assert(sizeof(SkinBlock) == kSkinQuadBytes);
static_assert(kSkinBlockSize == kSkinBlockThreads * kSkinThreadVertices);
static_assert(kSkinGroupSize == kSkinGroupBlocks * kSkinBlockThreads);
}  // namespace mannequin::layout
#endif

#endif
