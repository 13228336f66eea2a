// The size that a picture's header claims, before anything is allocated for it.
#pragma once

#include <cstdint>
#include <string>

#include "engine/io/image.h"

namespace mannequin::io {

// Fails (unsupported, bad_data) where it is over the limits, or nothing.
Status check_image_size(std::uint64_t width, std::uint64_t height, const std::string& source,
                        const ImageLimits& limits);

}  // namespace mannequin::io
