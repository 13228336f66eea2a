// Writes pictures to files.
#pragma once

#include <cstdint>
#include <span>

#include "engine/core/result.h"
#include "engine/io/file.h"
#include "engine/layers/texel_picture.h"

namespace mannequin::io {

// A PNG of eight bits per channel. pixels: width x height x 3 bytes (RGB) or 4 (straight alpha), the top row
// first. The same input gives the same bytes. Fails (cannot_write) on a size or count that PNG cannot have.
// Throws std::bad_alloc. Any thread.
Result<Bytes> write_png(int width, int height, std::span<const std::uint8_t> pixels);

// A run-length encoded TGA, bottom row first: type 11 for one
// component, else 10. The same input gives the same bytes.
Bytes write_tga(const TexelPicture& picture);

}  // namespace mannequin::io
