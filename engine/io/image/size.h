// Checks the size that a picture's header claims, before allocating.
#pragma once

#include <cstdint>
#include <string>

#include "engine/io/image.h"

namespace mannequin::io {

// Fails (unsupported, bad_data) if it is over the limits or zero.
Status check_image_size(std::uint64_t width, std::uint64_t height, const std::string& source,
                        const ImageLimits& limits);

}  // namespace mannequin::io
