// Pictures as PNG files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "engine/core/result.h"

namespace mannequin::preview {

// pixels: width x height x 3 bytes, or 4 with alpha (not
// premultiplied), top row first. Writes the file atomically.
Status write_png(const std::filesystem::path& path, int width, int height,
                 std::span<const std::uint8_t> pixels);

}  // namespace mannequin::preview
