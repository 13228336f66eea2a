// Draws drafts without a graphics card. Their triangles are about as small as their pixels, for which WebGL
// in software takes several times as long.
#include <wasm_simd128.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "web/place.h"

using namespace mannequin::page;

namespace {

// How far outside a triangle a pixel's centre may be and still belong to it, in pixels: rounding must leave
// no gap between neighbours.
constexpr float kSlack = 1.0F / 512.0F;

// What a vertex shows from outside and inside: red, green and blue from 0 to 255, rounded by adding a half,
// and its nearness.
struct Looks {
  v128_t outside, inside;
};

// Rows of `width` pixels from the bottom up; the greatest nearness is seen. Three more pixels at the end can
// be written.
struct Image {
  std::uint32_t* pixels;
  float* nearness;
  std::int32_t width, height;
};

v128_t all_lanes(float value) { return wasm_f32x4_splat(value); }

// One side of a triangle, from `x`, `y` on by `across`, `up`; pixels to its left belong to the triangle.
struct Side {
  float x, y, across, up;

  v128_t left(v128_t px, float py) const {
    const float slack = kSlack * (std::abs(across) + std::abs(up));
    return wasm_f32x4_sub(all_lanes(across * (py - y) + slack),
                          wasm_f32x4_mul(all_lanes(up), wasm_f32x4_sub(px, all_lanes(x))));
  }
};

// Lanes as bytes, limited to what these can hold: one pixel per lane.
v128_t packed(v128_t red, v128_t green, v128_t blue) {
  const auto whole = [](v128_t value) { return wasm_i32x4_trunc_sat_f32x4(value); };
  const v128_t bytes = wasm_u8x16_narrow_i16x8(wasm_i16x8_narrow_i32x4(whole(red), whole(green)),
                                               wasm_i16x8_narrow_i32x4(whole(blue), wasm_i32x4_splat(255)));
  return wasm_i8x16_shuffle(bytes, bytes, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
}

// Corners counter-clockwise.
void draw_triangle(const Image& image, const Place (&place)[3], const v128_t (&look)[3]) {
  const float ax = x_of(place[0]);
  const float ay = y_of(place[0]);
  const Side sides[3] = {
      {ax, ay, x_of(place[1]) - ax, y_of(place[1]) - ay},
      {x_of(place[1]), y_of(place[1]), x_of(place[2]) - x_of(place[1]), y_of(place[2]) - y_of(place[1])},
      {x_of(place[2]), y_of(place[2]), ax - x_of(place[2]), ay - y_of(place[2])}};
  const float bx = sides[0].across;
  const float by = sides[0].up;
  const float cx = -sides[2].across;
  const float cy = -sides[2].up;
  const float area = bx * cy - cx * by;
  // What is narrower than the slack has no slope to speak of.
  if (!(area > kSlack * (std::abs(bx) + std::abs(by) + std::abs(cx) + std::abs(cy)))) return;

  const v128_t first = wasm_f32x4_sub(look[1], look[0]);
  const v128_t second = wasm_f32x4_sub(look[2], look[0]);
  const float share = 1.0F / area;
  const auto slope = [&](float of_first, float of_second) {
    return wasm_f32x4_add(wasm_f32x4_mul(first, all_lanes(share * of_first)),
                          wasm_f32x4_mul(second, all_lanes(share * of_second)));
  };
  const v128_t across = slope(cy, -by);
  const v128_t up = slope(-cx, bx);

  const v128_t ends = wasm_i16x8_max(wasm_i16x8_max(place[0], place[1]), place[2]);
  const int left = std::max(0, -wasm_i16x8_extract_lane(ends, 4));
  const int bottom = std::max(0, -wasm_i16x8_extract_lane(ends, 5));
  const int right = std::min(image.width - 1, static_cast<int>(wasm_i16x8_extract_lane(ends, 6)));
  const int top = std::min(image.height - 1, static_cast<int>(wasm_i16x8_extract_lane(ends, 7)));
  const v128_t centres = wasm_f32x4_make(0.5F, 1.5F, 2.5F, 3.5F);
  const v128_t lanes = wasm_i32x4_make(0, 1, 2, 3);
  for (int y = bottom; y <= top; ++y) {
    const float py = static_cast<float>(y) + 0.5F;
    const v128_t begin = wasm_f32x4_add(look[0], wasm_f32x4_mul(up, all_lanes(py - ay)));
    for (int x = left; x <= right; x += 4) {
      const v128_t px = wasm_f32x4_add(all_lanes(static_cast<float>(x)), centres);
      // Negative where the pixel's centre is outside.
      const v128_t outside =
          wasm_v128_or(wasm_v128_or(sides[0].left(px, py), sides[1].left(px, py)), sides[2].left(px, py));
      v128_t drawn =
          wasm_v128_andnot(wasm_i32x4_le(lanes, wasm_i32x4_splat(right - x)), wasm_i32x4_shr(outside, 31));
      if (!wasm_v128_any_true(drawn)) continue;
      const v128_t way = wasm_f32x4_sub(px, all_lanes(ax));
      const auto at = [&]<int kLane>() {
        return wasm_f32x4_add(all_lanes(wasm_f32x4_extract_lane(begin, kLane)),
                              wasm_f32x4_mul(all_lanes(wasm_f32x4_extract_lane(across, kLane)), way));
      };
      const std::size_t first_pixel = static_cast<std::size_t>(y) * image.width + x;
      float* nearness = image.nearness + first_pixel;
      std::uint32_t* pixels = image.pixels + first_pixel;
      const v128_t before = wasm_v128_load(nearness);
      const v128_t near = at.template operator()<3>();
      drawn = wasm_v128_and(drawn, wasm_f32x4_gt(near, before));
      if (!wasm_v128_any_true(drawn)) continue;
      wasm_v128_store(nearness, wasm_v128_bitselect(near, before, drawn));
      const v128_t colours =
          packed(at.template operator()<0>(), at.template operator()<1>(), at.template operator()<2>());
      wasm_v128_store(pixels, wasm_v128_bitselect(colours, wasm_v128_load(pixels), drawn));
    }
  }
}

// A corner of a triangle that is in part behind the camera.
struct Corner {
  v128_t clip, look;
};

Corner between(const Corner& a, const Corner& b, float part) {
  const auto mixed = [&](v128_t from, v128_t to) {
    return wasm_f32x4_add(from, wasm_f32x4_mul(wasm_f32x4_sub(to, from), all_lanes(part)));
  };
  return {mixed(a.clip, b.clip), mixed(a.look, b.look)};
}

// Draws what of it is in front.
void draw_front(const View& view, const Image& image, const Corner (&corners)[3]) {
  Place places[4];
  v128_t looks[4];
  int count = 0;
  const auto add = [&](const Corner& corner) {
    places[count] = view.place(corner.clip);
    looks[count++] = wasm_f32x4_replace_lane(corner.look, 3, 1.0F / View::distance(corner.clip));
  };
  for (int k = 0; k < 3; ++k) {
    const Corner& next = corners[(k + 1) % 3];
    const float here = View::beyond_near(corners[k].clip);
    const float there = View::beyond_near(next.clip);
    if (here >= 0.0F) add(corners[k]);
    if ((here >= 0.0F) != (there >= 0.0F)) add(between(corners[k], next, here / (here - there)));
  }
  for (int k = 2; k < count; ++k)
    draw_triangle(image, {places[0], places[k - 1], places[k]}, {looks[0], looks[k - 1], looks[k]});
}

// What lights vertices. Colours from 0 to 1.
struct Scene {
  float light[3];  // its direction
  float colour[3];
  float stops[7][3];  // a ramp, to paint with
};

v128_t bytes_of(const float (&colour)[3]) {
  return wasm_f32x4_make(255.0F * colour[0], 255.0F * colour[1], 255.0F * colour[2], 0.0F);
}

// What is painted by a value from 0 to 1; below 0: as grey as the hatching of whole pictures.
v128_t painted(const Scene& scene, float value) {
  if (!(value >= 0.0F)) return all_lanes(255.0F * 0.53F);
  const float at = std::min(value, 1.0F) * 6.0F;
  const int below = std::min(static_cast<int>(at), 5);
  const v128_t from = bytes_of(scene.stops[below]);
  const v128_t step = wasm_f32x4_sub(bytes_of(scene.stops[below + 1]), from);
  return wasm_f32x4_add(from, wasm_f32x4_mul(step, all_lanes(at - static_cast<float>(below))));
}

}  // namespace

extern "C" {

// Finds what vertices show. `values`: what they are painted by; null: they have the scene's colour, times
// `shades`, three bytes for each vertex; null: 255.
void mannequin_page_light(const float* normals, std::size_t vertices, const float* nearness,
                          const Scene* scene, const float* values, const std::uint8_t* shades, Looks* looks) {
  const v128_t colour = wasm_f32x4_make(scene->colour[0], scene->colour[1], scene->colour[2], 0.0F);
  for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
    const float* normal = normals + 3 * vertex;
    const float length = std::sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    const float size = length > 0.0F ? 1.0F / length : 0.0F;
    const float key =
        size * (normal[0] * scene->light[0] + normal[1] * scene->light[1] + normal[2] * scene->light[2]);
    const std::uint8_t* shade = shades + 3 * vertex;
    const v128_t shaded = values != nullptr ? painted(*scene, values[vertex])
                          : shades == nullptr
                              ? wasm_f32x4_mul(colour, all_lanes(255.0F))
                              : wasm_f32x4_mul(colour, wasm_f32x4_make(shade[0], shade[1], shade[2], 0.0F));
    // Lights as picture.js has them.
    const auto lit = [&](float side) {
      const float towards = std::max(side * key, 0.0F);
      const float light = values != nullptr ? 0.82F + 0.18F * towards
                                            : 0.38F + 0.5F * towards + 0.12F * side * size * normal[2];
      return wasm_f32x4_replace_lane(
          wasm_f32x4_add(wasm_f32x4_mul(shaded, all_lanes(light)), all_lanes(0.5F)), 3, nearness[vertex]);
    };
    looks[vertex] = {lit(1.0F), lit(-1.0F)};
  }
}

// Draws triangles that may cover pixels, as mannequin_page_visible() kept them; if `closed`, only their
// outsides.
void mannequin_page_draw(const Place* places, const Looks* looks, const float* positions, const float* matrix,
                         const std::uint32_t* triangles, std::size_t count, std::int32_t closed,
                         std::uint32_t* pixels, float* nearness, std::int32_t width, std::int32_t height) {
  const Image image = {pixels, nearness, width, height};
  const View view(matrix, static_cast<float>(width), static_cast<float>(height));
  for (std::size_t at = 0; at + 2 < count; at += 3) {
    const std::uint32_t a = triangles[at];
    const std::uint32_t b = triangles[at + 1];
    const std::uint32_t c = triangles[at + 2];
    if (is_behind(places[a]) || is_behind(places[b]) || is_behind(places[c])) {
      const v128_t clip[3] = {view.clip(positions + 3 * a), view.clip(positions + 3 * b),
                              view.clip(positions + 3 * c)};
      draw_front(view, image,
                 {{clip[0], looks[a].outside}, {clip[1], looks[b].outside}, {clip[2], looks[c].outside}});
      if (closed == 0)
        draw_front(view, image,
                   {{clip[0], looks[a].inside}, {clip[2], looks[c].inside}, {clip[1], looks[b].inside}});
      continue;
    }
    draw_triangle(image, {places[a], places[b], places[c]},
                  {looks[a].outside, looks[b].outside, looks[c].outside});
    if (closed == 0)
      draw_triangle(image, {places[a], places[c], places[b]},
                    {looks[a].inside, looks[c].inside, looks[b].inside});
  }
}
}
