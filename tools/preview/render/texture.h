// Images on the device, with mipmaps.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/core/result.h"
#include "engine/gpu/gl_object.h"
#include "engine/io/image.h"

namespace mannequin::preview {

// Repeats beyond its edges, and has all mip levels. Fails (device) if memory runs out.
Result<GlTexture> make_texture(const io::Image& image, const std::string& name);

// The same from side x side x 4 bytes, top row first, and new content for it.
Result<GlTexture> make_texture(std::span<const std::uint8_t> rgba, int side, const std::string& name);
void update_texture(const GlTexture& texture, std::span<const std::uint8_t> rgba, int side);

}  // namespace mannequin::preview
