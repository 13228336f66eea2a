// The further files that a file is made of.
#pragma once

#include <filesystem>
#include <vector>

namespace mannequin::document {

// Buffers and pictures that a .gltf names, where they would lie; those it holds itself are none. Nothing for
// other files, or one that cannot be read.
std::vector<std::filesystem::path> file_parts(const std::filesystem::path& path);

}  // namespace mannequin::document
