// A clip as JSON, with or without its keys.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/animation/clip.h"

namespace mannequin::program {

// Times in seconds, positions in metres, rotations x, y, z, w; tracks in the file's order, keys ascending.
nlohmann::ordered_json clip_json(const Clip& clip, const Skeleton& skeleton, bool with_keys);

}  // namespace mannequin::program
