// One bone of an MPFB rig, between JSON and BoneDesc. Private to engine/io/mpfb.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/io/json_file.h"
#include "engine/io/note.h"
#include "engine/rig/rig.h"

namespace mannequin::io {

// The keys stored in BoneDesc; all others are kept unchanged.
bool is_bone_key(const std::string& key);

// Reports faults through the object; `notes` gets remarks on accepted values.
BoneDesc read_bone(const std::string& name, JsonObject& object, const std::string& source, Notes& notes);

// Writes changed values into the JSON.
void write_bone(const BoneDesc& bone, nlohmann::ordered_json& out);

}  // namespace mannequin::io
