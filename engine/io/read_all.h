// All bytes of an open file. Private to engine/io.
#pragma once

#include <filesystem>
#include <limits>

#include "engine/core/result.h"
#include "engine/io/file.h"
#include "engine/platform/open_file.h"

namespace mannequin::io {

// Whatever it is: a pipe has no size, and a file may grow meanwhile, so that its size is only where this
// begins. At most `most`: then it may have any size. `path` is for messages.
Result<Bytes> read_all(const Descriptor& file, const FileStatus& status, const std::filesystem::path& path,
                       std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace mannequin::io
