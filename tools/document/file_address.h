// Addresses of files, as other programs take them.
#pragma once

#include <filesystem>
#include <string>

namespace mannequin::document {

// "file:///home/me/a%20b": the folder that a file lies in. Bytes that have a meaning in addresses, spaces and
// those beyond ASCII are escaped.
std::string folder_address(const std::filesystem::path& file);

}  // namespace mannequin::document
