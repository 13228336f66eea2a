// Decoded pictures that layers are made of: masks, static images and worn textures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace mannequin {

// Eight bits per component, one plane after the other (L; R, G, B; or R, G, B, A), straight alpha.
// Rows from v = 0 (the bottom) upwards, in a row from u = 0. width x height x components bytes, none of
// the three 0.
struct TexelPicture {
  std::uint32_t width = 0, height = 0;
  std::uint32_t components = 0;  // 1, 3 or 4
  std::vector<std::uint8_t> texels;

  // Texels of one component.
  std::size_t plane_size() const { return std::size_t{width} * height; }
  // All texels of one component, row 0 at v = 0.
  std::span<const std::uint8_t> plane(std::uint32_t component) const {
    return std::span(texels).subspan(component * plane_size(), plane_size());
  }
};

// Shared by any number of items and threads; never null where a function asks for one.
using TexelPicturePtr = std::shared_ptr<const TexelPicture>;

// Halves width and height (rounded up) by averaging until neither exceeds `side`. Returns the picture itself
// if it is small enough. Source: viewers read a worn texture larger than the composite from its mip levels.
TexelPicturePtr reduced_picture(const TexelPicturePtr& picture, std::uint32_t side);

}  // namespace mannequin
