// Masks as grey pictures: PGM, binary (P5) or as text (P2), eight bits.
#pragma once

#include <span>
#include <string>

#include "engine/core/result.h"
#include "engine/mesh/morph_mask.h"

namespace mannequin::io {

// The picture's bottom row comes first, as v = 0 is at the bottom. Fails (cannot_read, bad_data) on anything
// that is not one whole picture of at most 8192 x 8192 with a greatest value of 1 to 255.
Result<MaskImage> read_pgm(std::span<const std::byte> bytes, const std::string& source);

}  // namespace mannequin::io
