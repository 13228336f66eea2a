// Compares a mesh asset with what the viewer decodes from it, as recorded in ../shared/oracle/mesh.
#pragma once

#include "engine/io/mesh_asset.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {

// Limits of the oracle's README; normals, which it keeps as decoded, have that of positions. A packed weight
// is the joint's number plus the weight in float32, whose step near joint 100 is 7.6e-6.
inline constexpr double kDecodedLimit = 1e-6;
inline constexpr double kPackedWeightLimit = 2e-5;

struct AssetLimits {
  Worst positions{kDecodedLimit}, normals{kDecodedLimit}, uvs{kDecodedLimit}, weights{kPackedWeightLimit};
};

// Header, blocks, skin, every level, physics. `decoded`: a decode_*.json, or one of its "meshes".
void compare_asset(const io::MeshAsset& asset, const nlohmann::json& decoded, AssetLimits& limits);

// Fails unless something was compared of each kind, and nothing was over its limit.
void expect_within(const AssetLimits& limits, bool rigged);

}  // namespace mannequin::test
