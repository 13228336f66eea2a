// The convex hulls used by the simulator for collisions.
#pragma once

#include <optional>
#include <string>

#include "engine/io/llsd.h"
#include "engine/io/mesh_asset.h"

namespace mannequin::io::mesh_asset {

// nullopt for an empty block, as in parts of a mesh of more than eight faces. Fails
// (bad_data) on inconsistent lists.
Result<std::optional<AssetHulls>> read_hulls(const Llsd& block, const std::string& where);

}  // namespace mannequin::io::mesh_asset
