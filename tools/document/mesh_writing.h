// Writes bound meshes in memory to any mesh format.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "engine/io/bound_mesh.h"
#include "engine/io/mesh_asset.h"
#include "engine/io/mesh_asset_writer.h"
#include "engine/io/note.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::document {

// What to write of the meshes.
struct MeshWriting {
  bool skin = true;  // false: the mesh in bind space, without joints
  std::optional<bool>
      joint_positions;  // not given: as in the file for .glb and .dae; for assets only those from assets
  std::optional<bool> lock_scale;       // mesh assets with joint positions only; not given: as in the file
  std::optional<double> pelvis_offset;  // likewise, metres
  bool gltf_binds = false;              // .dae: see write_collada
};

// Whether this file name extension (".glb", in lower case) can be written, and whether it is an asset's.
bool converts_to_mesh(const std::string& ending);
bool is_asset_ending(const std::string& ending);

// Loads textures next to the file, in `folder`, into its looks, so that a writer can embed them. Returns the
// names of those it could not load.
io::Notes take_textures(io::BoundMeshFile& file, const std::filesystem::path& folder);

// In the format given by the extension of `out`, which converts_to_mesh() accepts; messages name `in`, and
// textures are in its folder. Consumes `file`. Returns what could not be written. Fails (bad_argument) for
// several meshes in a file that holds one and settings without effect on the output, and as the writers do.
Result<io::Notes> write_meshes(io::BoundMeshFile& file, const Skeleton& skeleton,
                               const std::filesystem::path& in, const std::filesystem::path& out,
                               const MeshWriting& options = {});

// Mesh assets, with the same conventions.
Status write_assets(std::span<const io::MeshAsset> assets, io::AssetNumbers numbers,
                    const std::filesystem::path& in, const std::filesystem::path& out,
                    const MeshWriting& options);
// Viewers use lock scale and pelvis offset only if there are joint positions: fails (bad_argument) if not.
Status check_asset_settings(const MeshWriting& options, bool joint_positions);

}  // namespace mannequin::document
