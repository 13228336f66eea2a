// Additional files that a file consists of.
#pragma once

#include <filesystem>
#include <vector>

namespace mannequin::document {

// Paths of buffers and pictures that a .gltf refers to; not those embedded in it. Nothing for other files, or
// one that cannot be read.
std::vector<std::filesystem::path> file_parts(const std::filesystem::path& path);

}  // namespace mannequin::document
