// Targa, true colour and grey, plain or run-length coded.
#pragma once

#include "engine/io/image.h"
#include "engine/layers/texel_picture.h"

namespace mannequin::io {

// Types 2, 3, 10 and 11 with 8, 24 or 32 bits. Rows come out from v = 0 upwards, whichever way the file has
// them. Four components only if an alpha is below 255. Fails, naming `source`: unsupported (another type,
// columns from the right, over a limit), bad_data (cut off). Any thread.
Result<TexelPicture> read_texel_tga(std::span<const std::byte> bytes, const std::string& source,
                                    const ImageLimits& limits = {});

}  // namespace mannequin::io
