// Graphics in software spend most of their time on triangles that cover no pixel: those that face away, and
// those between the centres of pixels. The page draws without them; the picture is the same.
#include <wasm_simd128.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "web/place.h"

using namespace mannequin::page;

namespace {

float edges(float a, float b, float c) { return std::max(std::max(a, b), c) - std::min(std::min(a, b), c); }

bool faces_away(Place a, Place b, Place c) {
  const float area = (x_of(b) - x_of(a)) * (y_of(c) - y_of(a)) - (x_of(c) - x_of(a)) * (y_of(b) - y_of(a));
  return area < -2.0F * kRounding *
                    (edges(x_of(a), x_of(b), x_of(c)) + edges(y_of(a), y_of(b), y_of(c)) + kRounding);
}

}  // namespace

extern "C" {

// Finds the places of vertices in a view, and how near they are: the reciprocal of their distance.
void mannequin_page_project(const float* positions, std::size_t vertices, const float* matrix, float width,
                            float height, Place* places, float* nearness) {
  const View view(matrix, width, height);
  for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
    const v128_t clip = view.clip(positions + 3 * vertex);
    const bool seen = View::distance(clip) > 1e-6F && View::beyond_near(clip) >= 0.0F;
    places[vertex] = seen ? view.place(clip) : behind();
    nearness[vertex] = seen ? 1.0F / View::distance(clip) : 0.0F;
  }
}

// Copies those of `count` indices to `kept` whose triangles may cover a pixel; if `closed`, none that face
// away. Returns how many.
std::size_t mannequin_page_visible(const Place* places, const std::uint32_t* triangles, std::size_t count,
                                   std::int32_t closed, std::int32_t width, std::int32_t height,
                                   std::uint32_t* kept) {
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
    if ((wasm_i16x8_bitmask(wasm_v128_or(extent, inside)) & 0xF0) != 0 ||
        (closed != 0 && faces_away(a, b, c)))
      continue;
    for (std::size_t corner = 0; corner < 3; ++corner) kept[used++] = triangles[at + corner];
  }
  return used;
}
}
