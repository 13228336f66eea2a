// Colours for worn files without their own.
#pragma once

#include <span>

#include "tools/document/worn_file.h"

namespace mannequin::document {

// Seven that are distinct for any colour vision, and from a grey body; linear, to multiply by.
std::span<const Vec3f> worn_colors();
// The first unused, or least used, colour.
Vec3f next_worn_color(std::span<const Vec3f> taken);
// Whether a material of it is not grey.
bool has_plain_colors(const WornFile& worn);
// Whether the file defines its appearance: textures, vertex colours or plain colours.
bool has_own_colors(const WornFile& worn);

}  // namespace mannequin::document
