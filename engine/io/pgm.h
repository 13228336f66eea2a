// Masks as grey images: PGM, binary (P5) or text (P2), eight bits.
#pragma once

#include <span>
#include <string>

#include "engine/core/result.h"
#include "engine/mesh/morph_mask.h"

namespace mannequin::io {

// The image's bottom row comes first, as v = 0 is at the bottom. Fails (cannot_read, bad_data) on anything
// but one complete image of at most 8192 x 8192 with a maximum value of 1 to 255.
Result<MaskImage> read_pgm(std::span<const std::byte> bytes, const std::string& source);

}  // namespace mannequin::io
