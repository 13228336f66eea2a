// The convex hulls that the simulator collides with.
#pragma once

#include <optional>
#include <string>

#include "engine/io/llsd.h"
#include "engine/io/mesh_asset.h"

namespace mannequin::io::mesh_asset {

// Nothing where the block holds nothing, as parts of a mesh of more than eight faces have it. Fails
// (bad_data) if the lists do not fit each other.
Result<std::optional<AssetHulls>> read_hulls(const Llsd& block, const std::string& where);

}  // namespace mannequin::io::mesh_asset
