// The layout of all data passed between the program and the shader that paints clothing layers. Read by GLSL
// and by C++, so it only uses what both understand: structs of 4-byte scalars, and constants.
#ifndef MANNEQUIN_LAYER_LAYOUT_H
#define MANNEQUIN_LAYER_LAYOUT_H

#ifdef __cplusplus
#include <cstddef>
#include <cstdint>

namespace mannequin::layout {
using uint = std::uint32_t;
#endif

const uint kLayerGroupSide = 8u;  // texels of a group, one thread each; divides every size of a region

// Distinct numbers across uniform blocks and buffers, because in Vulkan they share one numbering.
const uint kLayerDispatchBinding = 0u;
const uint kLayerStepsBinding = 1u;
const uint kLayerPicturesBinding = 2u;  // bytes, four to a word
const uint kLayerTablesBinding = 3u;    // 256 bytes each
const uint kLayerTexelsBinding = 4u;    // R, G, B, A, a word each; rows from v = 0 upwards

// A run of steps over a whole region. std140.
struct LayerDispatch {
  uint size;  // texels per side
  uint step_count;
  uint flags;
  float per_texel;    // 1 / size
  float per_product;  // 1 / 255^2
  uint unused0;
  uint unused1;
  uint unused2;
};
const uint kLayerContinues = 1u;   // from what the buffer holds; else from black
const uint kLayerKeepsAlpha = 2u;  // masks and sources change the alpha

// What a step does with the mask, the state of each texel besides R, G, B, A.
const uint kLayerBeginMask = 0u;    // from `constants`, or the alpha
const uint kLayerCombineMask = 1u;  // adds or multiplies plane 0, or `constants`
const uint kLayerEndMask = 2u;      // it becomes the alpha
const uint kLayerDraw = 3u;         // a source

// One step. std430.
struct LayerStep {
  uint kind;
  uint flags;
  uint color;      // of what is drawn: bytes R, G, B, A, R lowest
  uint constants;  // of channels without a plane, likewise
  uint width;      // of the picture
  uint height;
  uint enlargement;  // texels for one of the picture's: 1, 2, 4, 8; 0: by fractions
  uint table;        // of plane 0, a word's index
  uint plane0;       // a byte's index, or kLayerNoPlane
  uint plane1;
  uint plane2;
  uint plane3;
  float tint0;  // `color` / 255
  float tint1;
  float tint2;
  float tint3;
  float opacity;  // the colour's alpha / 255^2
};
const uint kLayerNoPlane = 0xffffffffu;
const uint kLayerNoTable = 0xffffffffu;
const uint kLayerFromAlpha = 1u;   // flags of kLayerBeginMask
const uint kLayerMultiplies = 1u;  // of kLayerCombineMask
const uint kLayerMasked = 1u;      // of kLayerDraw: by the mask
const uint kLayerReplaces = 2u;    // whatever is below
const uint kLayerTestsAlpha = 4u;  // drops texels with alpha below 0.004

#ifdef __cplusplus
static_assert(sizeof(LayerDispatch) == 32);
static_assert(sizeof(LayerStep) == 17 * sizeof(uint));
}  // namespace mannequin::layout
#endif

#endif
