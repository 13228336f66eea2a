// The weights of a face: per vertex up to four (joint, weight in sixteen bits), fewer ended by 0xFF.
#pragma once

#include <string>
#include <vector>

#include "engine/io/mesh_asset_writer.h"

namespace mannequin::io::mesh_asset {

// Weights are clamped to 0.001 to 0.999, and a vertex without any is bound to joint 0, as in the
// viewer. Fails (bad_data) if the list is too short or too long for the vertices, or names a joint that does
// not exist.
Result<std::vector<VertexInfluences>> unpack_weights(const Bytes& data, std::size_t vertices,
                                                     std::size_t joints, const std::string& where,
                                                     Notes& notes);

// For the writer: weights above 0 in their order. Joints from 255 on cannot be stored and are dropped.
void pack_weights(const VertexInfluences& influences, AssetNumbers numbers, Bytes& out);

}  // namespace mannequin::io::mesh_asset
