// TGA (Truevision), as paint programs save textures for Second Life.
#pragma once

#include "engine/io/image.h"

namespace mannequin::io {

// TGA has no signature: whether the header describes an image that read_tga() knows.
bool is_tga(std::span<const std::byte> bytes);
// As read_image(). Colours, greys and palettes, plain or run-length encoded; 32 bits have alpha.
Result<Image> read_tga(std::span<const std::byte> bytes, const std::string& source,
                       const ImageLimits& limits);

}  // namespace mannequin::io
