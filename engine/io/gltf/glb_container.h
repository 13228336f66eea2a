// The outer shell of a binary glTF (.glb): a header and chunks.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/io/note.h"

namespace mannequin::io {

// Views of the file's bytes.
struct GlbChunks {
  std::string_view json;
  std::span<const std::byte> binary;  // empty if there is none
};

bool looks_like_glb(std::span<const std::byte> bytes);

// Fails (cannot_read) on: another version, a header or chunk that reaches beyond the file, no JSON chunk
// first.
Result<GlbChunks> split_glb(std::span<const std::byte> bytes, const std::string& source, Notes& notes);

}  // namespace mannequin::io
