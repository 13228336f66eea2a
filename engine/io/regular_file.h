// Whole files for programs that must not wait, such as a window.
#pragma once

#include <cstddef>
#include <filesystem>

#include "engine/core/result.h"
#include "engine/io/file.h"

namespace mannequin::io {

// As read_file(), but never waits: refuses pipes and devices too, judged by what was opened. Links are
// followed.
Result<Bytes> read_regular_file(const std::filesystem::path& path);

// Its first bytes, at most so many, to see what it is.
Result<Bytes> read_regular_start(const std::filesystem::path& path, std::size_t most);

}  // namespace mannequin::io
