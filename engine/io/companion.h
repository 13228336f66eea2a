// Files that another file refers to: buffers, textures, meshes of a character folder.
#pragma once

#include <filesystem>

#include "engine/core/result.h"
#include "engine/io/file.h"

namespace mannequin::io {

// `name` is relative, and must stay below `folder` after following links. Checks the opened file, so that it
// cannot be swapped after the check. Never blocks. Fails (cannot_read) with the path, as read_file(), and for
// a folder, a pipe, a device, or a link that leads out.
Result<Bytes> read_companion(const std::filesystem::path& folder, const std::filesystem::path& name);

}  // namespace mannequin::io
