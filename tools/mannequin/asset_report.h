// The contents of a mesh asset besides the skinned mesh: blocks, levels of detail, skin settings, physics.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/io/mesh_asset.h"

namespace mannequin::program {

// One entry per asset of the file.
nlohmann::ordered_json assets_json(const io::MeshAssetFile& file);
void print_assets(const io::MeshAssetFile& file);

}  // namespace mannequin::program
