// Reads whole files for programs that must not block, such as a window.
#pragma once

#include <cstddef>
#include <filesystem>

#include "engine/core/result.h"
#include "engine/io/file.h"

namespace mannequin::io {

// As read_file(), but never blocks: also refuses pipes
// and devices, checking the opened file. Follows links.
Result<Bytes> read_regular_file(const std::filesystem::path& path);

// Its first bytes, at most this many, to detect what it is.
Result<Bytes> read_regular_start(const std::filesystem::path& path, std::size_t most);

}  // namespace mannequin::io
