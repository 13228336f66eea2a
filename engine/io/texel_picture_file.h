// Pictures for layers, from any image file.
#pragma once

#include <filesystem>

#include "engine/core/result.h"
#include "engine/io/image.h"
#include "engine/layers/texel_picture.h"

namespace mannequin::io {

// PNG, JPEG or TGA, detected by content. Rows go from v = 0 upwards. Four components only if an alpha is
// below 255; one if the file is a grey TGA, or `grey_is_one` and no pixel has a colour or transparency. Fails
// as read_image. Throws std::bad_alloc. Any thread.
Result<TexelPicture> read_texel_picture(std::span<const std::byte> bytes, const std::string& source,
                                        bool grey_is_one = false, const ImageLimits& limits = {});

// The same from a file; fails (cannot_read) if it cannot be opened.
Result<TexelPicture> read_texel_picture(const std::filesystem::path& path, bool grey_is_one = false);

// Rows from v = 0 upwards, as an image with the top row first.
Image image_of(const TexelPicture& picture);

}  // namespace mannequin::io
