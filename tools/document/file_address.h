// File URIs, as other programs take them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace mannequin::document {

// "file:///clothes/a%20b": the folder of a file. Escapes
// reserved characters, spaces and non-ASCII bytes.
std::string folder_address(const std::filesystem::path& file);

// The path of "file:///clothes/a%20b.glb". None for other texts.
std::optional<std::filesystem::path> path_of_address(std::string_view address);

}  // namespace mannequin::document
