// The interface between the window and its shaders. Read by GLSL and by C++.
#ifndef MANNEQUIN_PREVIEW_LAYOUT_H
#define MANNEQUIN_PREVIEW_LAYOUT_H

#ifdef __cplusplus
#include <cstdint>
#include <glm/glm.hpp>

namespace mannequin::layout {
using uint = std::uint32_t;
using vec4 = glm::vec4;
using mat4 = glm::mat4;
#endif

const uint kFrameBinding = 0u;
const uint kDrawBinding = 1u;
const uint kKeyDepthBinding = 2u;    // sampler: depth from the key light
const uint kFloorSharpBinding = 3u;  // sampler: shadow on the floor, little blurred
const uint kFloorSoftBinding = 4u;   // sampler: the same, much blurred
const uint kImageBinding = 5u;       // sampler: the input of a pass over the whole image
const uint kSkinnedBinding = 6u;     // buffer: skinned places, as floats
const uint kOcclusionBinding = 7u;   // buffer: ambient_occlusion and key light per place
const uint kSkyDepthBinding = 8u;    // sampler: depth from one direction of the sky
const uint kPaintBinding = 9u;
const uint kTextureBinding = 10u;  // sampler: the texture of a face

const uint kPaintRamp = 0u, kPaintColors = 1u, kPaintNormals = 2u;

// Constant within one picture. Directions point towards the light; colours are linear. std140.
struct PreviewFrame {
  mat4 clip_from_world;
  mat4 key_from_world;  // to 0..1 of the key light's depth map
  vec4 lift;            // world from avatar: added to positions
  vec4 camera;          // world position; w: 1 perspective, 0 orthographic
  vec4 camera_forward;
  vec4 key_direction;  // w: half width of the shadow filter, in the depth map's 0..1
  vec4 key_color;
  vec4 fill_direction;
  vec4 fill_color;
  vec4 rim_direction;
  vec4 rim_color;
  vec4 sky_color;
  vec4 ground_color;
  vec4 background_inner;
  vec4 background_outer;
  vec4 floor_line;   // w: strength of the grid, 0 for none
  vec4 floor_light;  // light that the floor reflects around the avatar
  vec4 floor_area;   // xy: corner of the floor's shadow textures, z: their side, metres
  vec4 viewport;     // width, height, 1/width, 1/height
};

// Constant within one draw. std140.
struct PreviewDraw {
  vec4 color;  // linear; w: 1 for shaded by ambient_occlusion
  // Roughness, opacity; 1 with a texture, 2 if its alpha is used; 1 with vertex colours.
  vec4 settings;
};

// One pass over the image or over skinned vertices. std140.
struct PreviewPass {
  mat4 clip_from_world;  // of a depth map or a projection to the floor
  vec4 step;       // xy: texel step of a blur; z: its sigma in steps; w: taps to each side; or x: radius of a
                   // filter
  vec4 direction;  // of the sky, towards the light; w: weight of this direction
  uint place_count;      // of skinned vertices, as skinning leaves them: positions, then normals
  uint first_pass;       // 1: overwrite, 0: add
  uint positions_begin;  // floats from the buffer's start, three per place
  uint normals_begin;
  uint sky;  // 1: direction is of the sky, 0: of the key light
  uint unused0, unused1, unused2;
};

// How meshes are painted; constant within one picture. std140.
struct PreviewPaint {
  vec4 stops[7];  // of the ramp, encoded for a screen
  vec4 range;     // the values at the ramp's ends; a line at every multiple of z, 0 for none
  vec4 wire;      // of edges: linear; w: opacity
  uint kind;      // kPaintRamp ...
  uint unused0, unused1, unused2;
};

#ifdef __cplusplus
static_assert(sizeof(PreviewFrame) == 128 + 17 * 16);
static_assert(sizeof(PreviewDraw) == 32);
static_assert(sizeof(PreviewPass) == 128);
static_assert(sizeof(PreviewPaint) == 160);
}  // namespace mannequin::layout
#endif

#endif
