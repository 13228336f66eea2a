// Graphics in software spend most of their time on triangles that cover no pixel: those that face away, and those between
// the centres of pixels. The page draws without them; the picture is the same.
#include <wasm_simd128.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace {

// In pixels: the coarsest to which WebGL's corners of triangles are rounded.
constexpr float kRounding = 1.0F / 16.0F;

// Where a vertex is in the view: floats x and y, in pixels; then, as 16-bit numbers, the first pixels of each axis whose centre it
// may touch, negated, and the last ones. If these are before the first, it touches none.
using Place = v128_t;

// A vertex behind the camera touches every pixel; NaN compares false.
Place behind() {
  return wasm_i32x4_shuffle(wasm_f32x4_splat(NAN), wasm_i16x8_splat(INT16_MAX), 0, 1, 4, 5);
}

float edges(float a, float b, float c) { return std::max(std::max(a, b), c) - std::min(std::min(a, b), c); }

bool faces_away(Place a, Place b, Place c) {
  const float ax = wasm_f32x4_extract_lane(a, 0);
  const float ay = wasm_f32x4_extract_lane(a, 1);
  const float bx = wasm_f32x4_extract_lane(b, 0);
  const float by = wasm_f32x4_extract_lane(b, 1);
  const float cx = wasm_f32x4_extract_lane(c, 0);
  const float cy = wasm_f32x4_extract_lane(c, 1);
  const float area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  return area < -2.0F * kRounding * (edges(ax, bx, cx) + edges(ay, by, cy) + kRounding);
}

}  // namespace

extern "C" {

// Finds the places of vertices in a view of `width` x `height` pixels. `matrix`: clip from world, column-major.
void mannequin_page_project(const float* positions, std::size_t vertices, const float* matrix, float width, float height, Place* places) {
  const v128_t columns[4] = {wasm_v128_load(matrix), wasm_v128_load(matrix + 4), wasm_v128_load(matrix + 8), wasm_v128_load(matrix + 12)};
  const v128_t half = wasm_f32x4_make(0.5F * width, 0.5F * height, 0.0F, 0.0F);
  const v128_t signs = wasm_f32x4_make(-1.0F, -1.0F, 1.0F, 1.0F);
  const v128_t centres = wasm_f32x4_make(0.5F + kRounding, 0.5F + kRounding, kRounding - 0.5F, kRounding - 0.5F);
  for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
    v128_t clip = columns[3];
    for (int axis = 0; axis < 3; ++axis) {
      clip = wasm_f32x4_add(clip, wasm_f32x4_mul(columns[axis], wasm_v128_load32_splat(positions + 3 * vertex + axis)));
    }
    const float depth = wasm_f32x4_extract_lane(clip, 3);
    if (!(depth > 1e-6F)) {
      places[vertex] = behind();
      continue;
    }
    const v128_t place = wasm_f32x4_add(wasm_f32x4_mul(wasm_f32x4_div(clip, wasm_f32x4_splat(depth)), half), half);
    const v128_t twice = wasm_i32x4_shuffle(place, place, 0, 1, 0, 1);
    const v128_t pixels = wasm_f32x4_floor(wasm_f32x4_add(wasm_f32x4_mul(twice, signs), centres));
    const v128_t whole = wasm_i32x4_trunc_sat_f32x4(pixels);
    places[vertex] = wasm_i32x4_shuffle(place, wasm_i16x8_narrow_i32x4(whole, whole), 0, 1, 4, 5);
  }
}

// Copies those of `count` indices to `kept` whose triangles may cover a pixel; if `closed`, none that face away. Returns how many.
std::size_t mannequin_page_visible(const Place* places, const std::uint32_t* triangles, std::size_t count, std::int32_t closed,
                                   std::int32_t width, std::int32_t height, std::uint32_t* kept) {
  const v128_t size = wasm_i16x8_make(0, 0, 0, 0, static_cast<std::int16_t>(std::min(width, 32767)),
                                      static_cast<std::int16_t>(std::min(height, 32767)), 0, 0);
  const v128_t nothing = wasm_i16x8_splat(0);
  std::size_t used = 0;
  for (std::size_t at = 0; at + 2 < count; at += 3) {
    const Place a = places[triangles[at]];
    const Place b = places[triangles[at + 1]];
    const Place c = places[triangles[at + 2]];
    const v128_t all = wasm_i16x8_max(wasm_i16x8_max(a, b), c);
    // Negative where the last pixel is before the first, or the first beyond the view, or the last before it.
    const v128_t extent = wasm_i16x8_add_sat(all, wasm_i16x8_shuffle(all, nothing, 0, 1, 2, 3, 6, 7, 8, 9));
    const v128_t inside = wasm_i16x8_add_sat(all, size);
    if ((wasm_i16x8_bitmask(wasm_v128_or(extent, inside)) & 0xF0) != 0 || (closed != 0 && faces_away(a, b, c))) continue;
    for (std::size_t corner = 0; corner < 3; ++corner) kept[used++] = triangles[at + corner];
  }
  return used;
}
}
