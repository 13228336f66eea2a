// Images of textures, decoded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"

namespace mannequin::document {

// No viewer takes more than 2048 a side; what is larger than this is no texture but a bomb.
inline constexpr int kMaxTextureSide = 8192;
// Of all textures of one file.
inline constexpr std::size_t kMaxTexturePixels = std::size_t{1} << 26;

struct TextureImage {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  // top row first, as a screen takes it
};

// PNG, JPEG or TGA. at_most: pixels. Fails (unsupported, bad_data), naming it by `name`.
Result<TextureImage> decode_texture(std::span<const std::byte> bytes, const std::string& name,
                                    std::size_t at_most);

}  // namespace mannequin::document
