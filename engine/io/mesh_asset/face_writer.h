// Faces and hulls as the packed arrays of a mesh asset.
#pragma once

#include <string>
#include <vector>

#include "engine/io/llsd.h"
#include "engine/io/mesh_asset_writer.h"

namespace mannequin::io::mesh_asset {

// One level of detail; positions share the box of all its faces. Fails (bad_data) on arrays of unequal
// length, an index out of range, more vertices than 16 bits can index, numbers that are not finite.
Result<Llsd> make_level(const std::vector<AssetFace>& faces, bool with_weights, AssetNumbers numbers,
                        const std::string& mesh);

Llsd make_hulls(const AssetHulls& hulls);

}  // namespace mannequin::io::mesh_asset
