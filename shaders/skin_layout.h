// The layout of all data passed between the program and the skinning shader. Read by GLSL and by C++, so it
// only uses what both understand: structs of 4-byte scalars, and constants.
#ifndef MANNEQUIN_SKIN_LAYOUT_H
#define MANNEQUIN_SKIN_LAYOUT_H

#ifdef __cplusplus
#include <cstddef>
#include <cstdint>

namespace mannequin::layout {
using uint = std::uint32_t;
#endif

const uint kSkinBlockSize = 16u;  // vertices that share their joints
const uint kSkinGroupBlocks = 4u;
const uint kSkinGroupSize = 64u;  // threads: one per vertex

// Distinct numbers across uniform blocks and buffers, because in Vulkan they share one numbering.
const uint kSkinDispatchBinding = 0u;
const uint kSkinMeshBinding = 1u;
const uint kSkinPaletteBinding = 2u;  // the call's buffer as vec4
const uint kSkinCallBinding = 3u;     // the same buffer as words
const uint kSkinResultBinding = 4u;

// One dispatch: a grid of block groups (x) and rows (y). std140.
struct SkinDispatch {
  uint rows_begin;  // words from the start of the call's buffer to its first SkinRow
  uint unused0;
  uint unused1;
  uint unused2;
};

// One mesh part for a few instances; its vertices are read once for all of them. Counted in words (4 bytes)
// from the start of the respective buffer, or in rows of a palette matrix (vec4). std430.
struct SkinRow {
  uint mesh_begin;
  uint block_count;
  uint palette_begin;   // rows, in the call's buffer, of the first instance
  uint palette_stride;  // rows
  uint result_begin;    // of the first instance
  uint result_stride;
  uint instance_count;
  uint flags;
  uint morph_begin;  // morph weights of the first instance, in the call's buffer
  uint morph_stride;
  uint place_count;  // of the part: places from its positions to its normals
  uint unused0;
};
const uint kSkinRowWords = 12u;
const uint kSkinTangents = 1u;  // flags
const uint kSkinPacked = 2u;
const uint kSkinMorphed = 4u;
const uint kSkinAnyLength = 8u;  // directions are not normalised

// A mesh part begins with one header per block; its words count from the start of the part.
//
//   record: weights of each slot unless there is only one, then x[16] y[16] z[16] of positions, normals and,
//   where the
//           mesh has them, tangents; packed: weights, normals and tangents two to a word, the lower lane in
//           the lower half
//   slots:  per slot, the row of the palette at which its matrix begins
//   morphs: their number, then per morph its index and the place of its deltas: x[16] y[16] z[16] of
//   positions, normals
struct SkinBlock {
  uint record;
  uint slots;
  uint counts;  // slots in the lower half; in the upper one bit per lane whose tangent is mirrored
  uint morphs;  // 0 for none
};
const uint kSkinBlockWords = 4u;
const uint kPaletteRows = 3u;  // of vec4 per matrix

#ifdef __cplusplus
static_assert(sizeof(SkinDispatch) == 16);
static_assert(sizeof(SkinRow) == kSkinRowWords * sizeof(uint));
static_assert(sizeof(SkinBlock) == kSkinBlockWords * sizeof(uint));
static_assert(kSkinGroupSize == kSkinGroupBlocks * kSkinBlockSize);
}  // namespace mannequin::layout
#endif

#endif
