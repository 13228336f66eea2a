// The JSON of a glTF: parsed within limits, and checked against the structure of the specification.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/io/json_tree.h"
#include "engine/io/note.h"

namespace mannequin::io {

// Fails (cannot_read) if the text is not JSON, is nested too deeply, or has more values than a model can
// need.
Result<JsonTree<nlohmann::json>> parse_gltf_json(std::string_view text, const std::string& source);

// Afterwards every member that we read has its type, every list its length, every index is an
// integer of 0 or more; whether the index exists is checked where it is used. Whole numbers written as reals
// become integers. Fails (bad_data, unsupported) with the JSON path: wrong types, versions other than 2,
// required extensions.
Status check_gltf_json(nlohmann::json& json, const std::string& source, Notes& notes);

// The list under a key, or an empty one.
const nlohmann::json& list_in(const nlohmann::json& object, const char* key);

}  // namespace mannequin::io
