// URIs in model files: files next to them, or embedded data.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/io/file.h"

namespace mannequin::io {

bool is_data_uri(std::string_view uri);

// The bytes of "data:...;base64,..."; nullopt for any other URI.
std::optional<Bytes> decode_data_uri(std::string_view uri);

// "%20" -> " "; invalid escapes are kept.
std::string percent_decode(std::string_view uri);

// The file below `folder` that a URI names: verbatim if there is such a file, else with escapes decoded.
// nullopt for anything outside the folder or on another machine.
std::optional<std::filesystem::path> file_of_uri(const std::filesystem::path& folder, std::string_view uri);

}  // namespace mannequin::io
