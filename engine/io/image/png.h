// PNG, by libpng.
#pragma once

#include "engine/io/image.h"

namespace mannequin::io {

bool is_png(std::span<const std::byte> bytes);
// As read_image().
Result<Image> read_png(std::span<const std::byte> bytes, const std::string& source,
                       const ImageLimits& limits);

}  // namespace mannequin::io
