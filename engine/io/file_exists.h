// Whether a file is there at all. Private to engine/io.
#pragma once

#include <filesystem>

namespace mannequin::io {

// Something of this name, over links.
bool file_exists(const std::filesystem::path& path);

}  // namespace mannequin::io
