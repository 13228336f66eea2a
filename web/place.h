// Where a point is in the view.
#pragma once

#include <wasm_simd128.h>

#include <cmath>
#include <cstdint>

namespace mannequin::page {

// In pixels: the coarsest to which WebGL's corners of triangles are rounded.
constexpr float kRounding = 1.0F / 16.0F;

// Floats x and y, in pixels; then, as 16-bit numbers, the first pixels of each axis whose centre the point
// may touch, negated, and the last ones. If these are before the first, it touches none.
using Place = v128_t;

inline float x_of(Place place) { return wasm_f32x4_extract_lane(place, 0); }
inline float y_of(Place place) { return wasm_f32x4_extract_lane(place, 1); }

// What is behind the camera touches every pixel; NaN compares false.
inline Place behind() {
  return wasm_i32x4_shuffle(wasm_f32x4_splat(NAN), wasm_i16x8_splat(INT16_MAX), 0, 1, 4, 5);
}
inline bool is_behind(Place place) { return std::isnan(x_of(place)); }

// A view of so many pixels. `matrix`: clip from world, column-major.
class View {
 public:
  View(const float* matrix, float width, float height)
      : columns_{wasm_v128_load(matrix), wasm_v128_load(matrix + 4), wasm_v128_load(matrix + 8),
                 wasm_v128_load(matrix + 12)},
        half_(wasm_f32x4_make(0.5F * width, 0.5F * height, 0.0F, 0.0F)) {}

  // Clip coordinates of a point.
  v128_t clip(const float* position) const {
    v128_t made = columns_[3];
    for (int axis = 0; axis < 3; ++axis)
      made = wasm_f32x4_add(made, wasm_f32x4_mul(columns_[axis], wasm_v128_load32_splat(position + axis)));
    return made;
  }

  static float distance(v128_t clip) { return wasm_f32x4_extract_lane(clip, 3); }
  // Negative: nearer than what is seen, or behind the camera.
  static float beyond_near(v128_t clip) { return wasm_f32x4_extract_lane(clip, 2) + distance(clip); }

  // Of what is in front of the camera.
  Place place(v128_t clip) const {
    const v128_t signs = wasm_f32x4_make(-1.0F, -1.0F, 1.0F, 1.0F);
    const v128_t centres =
        wasm_f32x4_make(0.5F + kRounding, 0.5F + kRounding, kRounding - 0.5F, kRounding - 0.5F);
    const v128_t place =
        wasm_f32x4_add(wasm_f32x4_mul(wasm_f32x4_div(clip, wasm_f32x4_splat(distance(clip))), half_), half_);
    const v128_t twice = wasm_i32x4_shuffle(place, place, 0, 1, 0, 1);
    const v128_t pixels = wasm_f32x4_floor(wasm_f32x4_add(wasm_f32x4_mul(twice, signs), centres));
    const v128_t whole = wasm_i32x4_trunc_sat_f32x4(pixels);
    return wasm_i32x4_shuffle(place, wasm_i16x8_narrow_i32x4(whole, whole), 0, 1, 4, 5);
  }

 private:
  v128_t columns_[4], half_;
};

}  // namespace mannequin::page
