// Decoded pictures, for textures and masks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"

namespace mannequin::io {

// Eight bits per channel, straight (not premultiplied) alpha, in the file's colour space: usually sRGB.
struct Image {
  int width = 0, height = 0;       // pixels
  std::vector<std::uint8_t> rgba;  // 4 x width x height; top row first, left to right
};

// No viewer uses more than 2048 pixels per side. Anything above these limits is a decompression bomb.
inline constexpr int kMaxImageSide = 8192;
inline constexpr std::size_t kMaxImagePixels = std::size_t{1} << 24;
inline constexpr std::size_t kMaxImageBytes = std::size_t{1} << 28;

// The limits of one picture. Callers that decode many count `pixels` down.
struct ImageLimits {
  int side = kMaxImageSide;
  std::size_t pixels = kMaxImagePixels;
  std::size_t bytes = kMaxImageBytes;  // encoded
};

// PNG, JPEG or TGA, detected by content. Supports grey, palettes, transparency,
// interlacing, 16 bits per channel (uses the upper eight) and CMYK; ignores colour
// profiles and orientation tags, as the viewer does. Checks sizes against the limits
// before allocating. Fails, naming `source`: unsupported (another format, over a
// limit), bad_data (damaged or truncated). Throws std::bad_alloc. Any thread.
Result<Image> read_image(std::span<const std::byte> bytes, const std::string& source,
                         const ImageLimits& limits = {});

}  // namespace mannequin::io
