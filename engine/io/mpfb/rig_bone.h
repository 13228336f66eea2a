// One bone of an MPFB rig, between JSON and BoneDesc. Private to engine/io/mpfb.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/io/json_file.h"
#include "engine/io/note.h"
#include "engine/rig/rig.h"

namespace mannequin::io {

// The keys that BoneDesc holds; all others are kept as they are.
bool is_bone_key(const std::string& key);

// Blames what is wrong through the object; `notes` gets what is taken with a remark.
BoneDesc read_bone(const std::string& name, JsonObject& object, const std::string& source, Notes& notes);

// Puts those values into the JSON that it does not already have.
void write_bone(const BoneDesc& bone, nlohmann::ordered_json& out);

}  // namespace mannequin::io
