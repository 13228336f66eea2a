// Items of clothing in JSON, as outfits and documents have them. Private to engine/io.
#pragma once

#include <string>

#include "engine/io/json_file.h"
#include "engine/io/outfit_file.h"

namespace mannequin::io {

// Type, name and textures; the caller reads its sliders. Unknown types and slots are faults.
WearableDesc read_wearable_object(JsonObject& object);

// One line, with sliders by id.
std::string wearable_object(const WearableDesc& item);

}  // namespace mannequin::io
