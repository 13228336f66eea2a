// File URIs, as other programs take them.
#pragma once

#include <filesystem>
#include <string>

namespace mannequin::document {

// "file:///home/me/a%20b": the folder of a file. Escapes
// reserved characters, spaces and non-ASCII bytes.
std::string folder_address(const std::filesystem::path& file);

}  // namespace mannequin::document
