// Paints one rectangle of a region. Private to engine/layers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/aligned.h"
#include "engine/layers/paint_rules.h"
#include "engine/layers/texel_kernels.h"

namespace mannequin {

// A rectangle of a region with `size` texels per side.
struct LayerTile {
  static constexpr std::uint32_t kWidth = 256, kHeight = 64;
  std::uint32_t size = 0, x = 0, y = 0, width = 0, height = 0;

  std::size_t texels() const { return std::size_t{width} * height; }
};

// Those of a region, row by row.
std::vector<LayerTile> layer_tiles(std::uint32_t size);

// Whether the layer certainly leaves this tile unchanged.
bool leaves_tile(const LayerPaint& layer, const LayerTile& tile);

// Whether the tile may differ between the two.
bool tile_differs(const SetPaint& before, const SetPaint& after, const LayerTile& tile);

// Scratch memory for one thread.
class TilePainter {
 public:
  explicit TilePainter(const TexelKernels& kernels);

  // Paints the whole tile, at its place in `rgba` (size x size x 4 bytes).
  void paint(const SetPaint& set, const ReducedPictures& reduced, const LayerTile& tile,
             std::span<std::uint8_t> rgba);

  // Paints the mask of set.layers[layer], at its place in `texels` (size x size).
  void paint_mask(const SetPaint& set, std::size_t layer, const ReducedPictures& reduced,
                  const LayerTile& tile, std::span<std::uint8_t> texels);

 private:
  // A run of texels, or one value for all.
  struct Run {
    const std::uint8_t* texels = nullptr;  // null: `value`
    std::uint8_t value = 0;
  };

  void start(const SetPaint& set, const ReducedPictures& reduced, const LayerTile& tile);
  void draw(const LayerPaint& layer);
  void make_mask(const LayerPaint& layer);
  void combine_mask(const Run& with, bool multiply);
  void draw_source(const LayerPaint& layer, const PaintSource& source);
  void blend(std::uint8_t* plane, const Run& source, std::uint8_t color, const Run& mask);
  void finish_alpha();
  // From a layer's picture, which masks it and is drawn with it.
  Run fetch_alpha(const TexelPicturePtr& picture, std::uint32_t plane);
  Run fetch(const TexelPicturePtr& picture, std::uint32_t plane, std::uint8_t* into,
            const std::uint8_t* table);
  Run fetch_enlarged(const TexelPicture& picture, const std::uint8_t* plane, std::uint8_t* into,
                     const std::uint8_t* table, std::uint32_t ratio);
  Run fetch_stretched(const TexelPicture& picture, const std::uint8_t* plane, std::uint8_t* into,
                      const std::uint8_t* table);
  std::uint8_t* materialised(Run& run, std::uint8_t* into) const;

  const TexelKernels& kernels_;
  const SetPaint* set_ = nullptr;
  const ReducedPictures* reduced_ = nullptr;
  LayerTile tile_;
  bool keeps_alpha_ = true;
  Run mask_;                                // of the layer at hand
  const TexelPicture* alpha_of_ = nullptr;  // whose alpha is in visible_texels_
  Run alpha_;
  std::vector<std::uint8_t> planes_[4];  // R, G, B, A
  std::vector<std::uint8_t> mask_texels_, term_texels_, visible_texels_, source_texels_[4];
  std::vector<std::uint8_t> block_;  // source texels of the tile
  std::vector<std::uint16_t> row_;
};

}  // namespace mannequin
