// The layout of everything that passes between the program and the skinning shaders. Read by GLSL and by C++, so
// it holds only what both understand: structs of 4-byte scalars and vec4, and constants.
#ifndef MANNEQUIN_SKIN_LAYOUT_H
#define MANNEQUIN_SKIN_LAYOUT_H

#ifdef __cplusplus
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>

namespace mannequin::layout {
using uint = std::uint32_t;
using vec4 = glm::vec4;
#endif

const uint kSkinGroupSize = 64u;

// Distinct numbers for uniform blocks and buffers alike, because in Vulkan they share one list.
const uint kSkinPieceBinding = 0u;
const uint kSkinVertexBinding = 1u;
const uint kSkinPaletteBinding = 2u;
const uint kSkinResultBinding = 3u;

// One dispatch: a range of vertices for a range of instances of one mesh. std140.
struct SkinPiece {
  uint vertex_count;    // of this piece
  uint instance_count;  // of this piece
  uint palette_begin;   // rows (vec4) from the bound range's start to the first palette
  uint palette_stride;  // rows from one instance's palette to the next
  uint result_begin;    // floats from the bound range's start to the first result
  uint result_stride;   // floats from one instance's results to the next
  uint unused0;
  uint unused1;
};

// A vertex as it is uploaded: the bind shape is already applied. std430.
struct BoundVertex {
  float px, py, pz;
  float nx, ny, nz;
  uint joints01;  // two 16-bit palette slots, the first in the low half
  uint joints23;
  vec4 weights;  // sum 1
};

// A palette matrix: the three rows of an affine matrix. In buffers it is three vec4, since a bound range may begin at
// any of them. std430.
struct PaletteMatrix {
  vec4 row0, row1, row2;
};
const uint kPaletteRows = 3u;

// Results are runs of floats: position, normal. Single floats keep the stride at 24 bytes.
const uint kResultFloats = 6u;

#ifdef __cplusplus
static_assert(sizeof(SkinPiece) == 32);
static_assert(sizeof(BoundVertex) == 48);
static_assert(offsetof(BoundVertex, joints01) == 24 && offsetof(BoundVertex, weights) == 32);
static_assert(sizeof(PaletteMatrix) == 48);
}  // namespace mannequin::layout
#endif

#endif
