// A colour of its own for each worn file that has none.
#pragma once

#include <span>

#include "tools/document/worn_file.h"

namespace mannequin::document {

// Seven that people with any colour vision tell apart, and from a grey body; linear, to multiply by.
std::span<const Vec3f> worn_colors();
// The first that is not taken, or that is taken least often.
Vec3f next_worn_color(std::span<const Vec3f> taken);
// Whether the file says how it looks: textures, vertex colours or a material that is not grey.
bool has_own_colors(const WornFile& worn);

}  // namespace mannequin::document
