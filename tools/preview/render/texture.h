// Images on the device, to be seen from near and far.
#pragma once

#include <string>

#include "engine/core/result.h"
#include "engine/gpu/gl_object.h"
#include "engine/io/image.h"

namespace mannequin::preview {

// Repeats beyond its edges, and has all smaller sizes. Fails (device) when memory runs out.
Result<GlTexture> make_texture(const io::Image& image, const std::string& name);

}  // namespace mannequin::preview
