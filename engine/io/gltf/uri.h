// The URIs of a glTF: files beside it, or data inside it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/io/file.h"

namespace mannequin::io {

bool is_data_uri(std::string_view uri);

// The bytes of "data:...;base64,..."; nothing if it is not that.
std::optional<Bytes> decode_data_uri(std::string_view uri);

// "%20" -> " "; what is no escape stays.
std::string percent_decode(std::string_view uri);

// The file below `folder` that a URI names: as it is written if there is such a file, else with escapes
// decoded. Nothing for what leads out of the folder or to another machine.
std::optional<std::filesystem::path> file_of_uri(const std::filesystem::path& folder, std::string_view uri);

}  // namespace mannequin::io
