// Pictures, decoded: what textures and masks are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"

namespace mannequin::io {

// Eight bits a channel, straight (not premultiplied) alpha, in the colours that the file has: sRGB as a rule.
struct Image {
  int width = 0, height = 0;       // pixels
  std::vector<std::uint8_t> rgba;  // 4 x width x height; the top row first, in a row from left to right
};

// No viewer takes more than 2048 pixels a side. What is larger than these is not a texture but a bomb.
inline constexpr int kMaxImageSide = 8192;
inline constexpr std::size_t kMaxImagePixels = std::size_t{1} << 24;
inline constexpr std::size_t kMaxImageBytes = std::size_t{1} << 28;

// What one picture may take. Whoever decodes many counts `pixels` down.
struct ImageLimits {
  int side = kMaxImageSide;
  std::size_t pixels = kMaxImagePixels;
  std::size_t bytes = kMaxImageBytes;  // encoded
};

// PNG, JPEG or TGA, told apart by their content. Grey, palettes, transparency, interlacing, 16 bits a channel
// (the upper eight count) and CMYK are resolved; colour profiles and orientation tags are ignored, as the
// viewer ignores them. Sizes are compared with the limits before anything is allocated for them. Fails,
// naming `source`: unsupported (another format, over a limit), bad_data (damaged or cut off). Throws
// std::bad_alloc. Any thread.
Result<Image> read_image(std::span<const std::byte> bytes, const std::string& source,
                         const ImageLimits& limits = {});

}  // namespace mannequin::io
