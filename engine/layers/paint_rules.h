// How a LayerPaint is carried out, as far as CPU and GPU share it. Private to engine/layers.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "engine/layers/layer_paint.h"

namespace mannequin {

// Whether anything uses the alpha that layers leave behind.
bool keeps_alpha(const SetPaint& set);

// What one of the four channels of a source is painted with.
struct SourceChannel {
  bool has_plane = false;
  std::uint32_t plane = 0;   // of the source's picture
  std::uint8_t value = 255;  // without a plane
};

// R, G, B, A.
std::array<SourceChannel, 4> source_channels(const PaintSource& source);

// Worn pictures larger than a region, reduced to its size, by original and size.
using ReducedPictures = std::map<std::pair<const TexelPicture*, std::uint32_t>, TexelPicturePtr>;

// Those that `sets` need; takes from `before` what is there already.
ReducedPictures reduced_pictures(std::span<const SetPaint> sets, const ReducedPictures& before = {});

// What is painted of a picture on a region with `size` texels per side: itself, or a reduced one.
const TexelPicturePtr& picture_for(const ReducedPictures& reduced, const TexelPicturePtr& picture,
                                   std::uint32_t size);

// The texels of such a region along one texel of the picture: 1, 2, 4 or 8, which are interpolated in
// integers; 0: any other ratio, in single precision.
std::uint32_t enlargement(const TexelPicture& picture, std::uint32_t size);

}  // namespace mannequin
