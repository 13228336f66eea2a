// Writes mesh assets, with the same bytes as the viewer's uploader.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/io/mesh_asset.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::io {

// The choices in the upload window.
struct MeshAssetOptions {
  bool joint_positions = false;         // "include joint positions"
  std::optional<bool> lock_scale;       // only with joint positions; default: as in the skin
  std::optional<double> pelvis_offset;  // the same, metres
};

// The viewer importer's representation: the mesh in the unit cube at its high level of detail, its faces in
// parts of eight; those after the first have a submodel_id and "b", "c", ... appended to their name. Joints
// with unknown position get the avatar's own, so that they move nothing. `skin` may be null. Fails
// (unsupported) on a face of more vertices than 16 bits can index and on more joints than viewers move.
Result<std::vector<MeshAsset>> make_mesh_assets(const Mesh& mesh, const Skin* skin, const Skeleton& skeleton,
                                                const MeshAssetOptions& options);

// Numbers of an import are truncated to sixteen bits, as in the viewer; those of an asset
// are rounded, so that they round-trip.
enum class AssetNumbers { imported, decoded };

// The asset's levels, skin and physics. Fails (bad_data) on inconsistent
// faces.
Result<Bytes> write_mesh_asset(const MeshAsset& asset, AssetNumbers numbers);

// A saved upload (.slm) of several.
Result<Bytes> write_upload(std::span<const MeshAsset> assets, const std::string& name, AssetNumbers numbers);

}  // namespace mannequin::io
