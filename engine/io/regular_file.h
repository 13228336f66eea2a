// Whole files for programs that must not wait, such as a window.
#pragma once

#include <filesystem>

#include "engine/core/result.h"
#include "engine/io/file.h"

namespace mannequin::io {

// As read_file(), but never waits: refuses pipes and devices too, judged by what was opened. Links are
// followed.
Result<Bytes> read_regular_file(const std::filesystem::path& path);

}  // namespace mannequin::io
