// Files that another file names: buffers, textures, meshes of a character folder.
#pragma once

#include <filesystem>

#include "engine/core/result.h"
#include "engine/io/file.h"

namespace mannequin::io {

// `name` is relative, and stays below `folder` over whatever links. What is opened is judged, so that nothing
// can be put in its place meanwhile. Never waits. Fails (cannot_read) with the path, as read_file(), and for
// a folder, a pipe, a device, or a link that leads out.
Result<Bytes> read_companion(const std::filesystem::path& folder, const std::filesystem::path& name);

}  // namespace mannequin::io
