#include "engine/layers/texel_picture.h"

#include <algorithm>
#include <utility>

namespace mannequin {
namespace {

TexelPicture half_picture(const TexelPicture& full) {
  TexelPicture half{(full.width + 1) / 2, (full.height + 1) / 2, full.components, {}};
  half.texels.reserve(half.plane_size() * half.components);
  for (std::uint32_t c = 0; c < full.components; ++c) {
    const std::span<const std::uint8_t> plane = full.plane(c);
    for (std::uint32_t y = 0; y < half.height; ++y) {
      const std::size_t below = std::size_t{2} * y * full.width,
                        above = std::size_t{std::min(2 * y + 1, full.height - 1)} * full.width;
      for (std::uint32_t x = 0; x < half.width; ++x) {
        const std::size_t left = std::size_t{2} * x, right = std::min(2 * x + 1, full.width - 1);
        const int sum =
            plane[below + left] + plane[below + right] + plane[above + left] + plane[above + right];
        half.texels.push_back(static_cast<std::uint8_t>((sum + 2) / 4));
      }
    }
  }
  return half;
}

}  // namespace

TexelPicturePtr reduced_picture(const TexelPicturePtr& picture, std::uint32_t side) {
  TexelPicturePtr smaller = picture;
  while (std::max(smaller->width, smaller->height) > std::max(side, 1u))
    smaller = std::make_shared<const TexelPicture>(half_picture(*smaller));
  return smaller;
}

}  // namespace mannequin
