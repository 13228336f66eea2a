// Mesh assets out, with the bytes that the viewer's uploader makes of the same mesh.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/io/mesh_asset.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::io {

// The choices of the upload window.
struct MeshAssetOptions {
  bool joint_positions = false;         // "include joint positions"
  std::optional<bool> lock_scale;       // only with joint positions; not given: as the skin has it
  std::optional<double> pelvis_offset;  // likewise, metres
};

// What the viewer's importer holds: the mesh in the unit cube at its high level of detail, its faces in parts
// of eight, of which those after the first have a submodel_id and "b", "c", ... behind their name. Joints
// whose position is not known get the avatar's own, so that they move nothing. `skin` may be null. Fails
// (unsupported) on a face of more vertices than 16 bits can number and on more joints than viewers move.
Result<std::vector<MeshAsset>> make_mesh_assets(const Mesh& mesh, const Skin* skin, const Skeleton& skeleton,
                                                const MeshAssetOptions& options);

// Numbers of an import are cut off to sixteen bits, as the viewer does it; those of an asset that was read
// are rounded, so that they read the same again.
enum class AssetNumbers { imported, decoded };

// The levels, the skin and the physics that the asset has. Fails (bad_data) on faces that do not fit
// together.
Result<Bytes> write_mesh_asset(const MeshAsset& asset, AssetNumbers numbers);

// A saved upload (.slm) of several.
Result<Bytes> write_upload(std::span<const MeshAsset> assets, const std::string& name, AssetNumbers numbers);

}  // namespace mannequin::io
