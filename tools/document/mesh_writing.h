// Bound meshes in memory as files of any format that holds them.
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

// What of the meshes is written.
struct MeshWriting {
  bool skin = true;  // false: the mesh in bind space, without joints
  std::optional<bool>
      joint_positions;  // not given: as the file has them in .glb and .dae, in assets only those of assets
  std::optional<bool> lock_scale;       // mesh assets with joint positions only; not given: as in the file
  std::optional<double> pelvis_offset;  // likewise, metres
};

// Whether this file name extension (".glb", in lower case) can be written, and is that of mesh assets.
bool converts_to_mesh(const std::string& ending);
bool is_asset_ending(const std::string& ending);

// The textures that lie beside the file, in `folder`, become images of its looks, so that a writer can embed
// them. Those that cannot are left out, and named in what is returned.
io::Notes take_textures(io::BoundMeshFile& file, const std::filesystem::path& folder);

// By the ending of `out`, which converts_to_mesh() takes; `in` names them, and its folder holds their
// textures. `file` is used up. Returns what could not be written with them. Fails (bad_argument) for several
// meshes in a file that holds one and settings without effect on the output, and as the writers.
Result<io::Notes> write_meshes(io::BoundMeshFile& file, const Skeleton& skeleton,
                               const std::filesystem::path& in, const std::filesystem::path& out,
                               const MeshWriting& options = {});

// Mesh assets, likewise.
Status write_assets(std::span<const io::MeshAsset> assets, io::AssetNumbers numbers,
                    const std::filesystem::path& in, const std::filesystem::path& out,
                    const MeshWriting& options);
// Viewers use lock scale and pelvis offset only if there are joint positions: fails (bad_argument) if not.
Status check_asset_settings(const MeshWriting& options, bool joint_positions);

}  // namespace mannequin::document
