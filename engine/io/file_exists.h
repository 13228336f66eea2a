// Whether a file exists. Private to engine/io.
#pragma once

#include <filesystem>

namespace mannequin::io {

// Whether anything has this name; follows links.
bool file_exists(const std::filesystem::path& path);

}  // namespace mannequin::io
