// From one format of bound meshes to another.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>

#include "engine/core/result.h"
#include "engine/io/bound_mesh.h"
#include "engine/mesh/importer_profile.h"

namespace mannequin::program {

struct ConvertMeshOptions {
  std::string mesh;  // only the mesh with this name; empty: all
  bool skin = true;  // false: the mesh in bind space, without joints
  std::optional<bool>
      joint_positions;  // not given: as the file has them in .glb and .dae, in assets only those of assets
  std::optional<bool> lock_scale;       // mesh assets with joint positions only; not given: as in the file
  std::optional<double> pelvis_offset;  // likewise, metres
  std::optional<ImporterProfile> gltf;  // not given: the viewer's for mesh assets, else strict
};

void add_mesh_options(CLI::App& command, ConvertMeshOptions& options);

// Whether this file name extension (".glb", in lower case) can be written.
bool converts_to_mesh(const std::string& ending);

// The textures that lie beside the file, in `folder`, become images of its looks, so that a writer can embed
// them; those that cannot are named on stderr, and left out.
void take_textures(io::BoundMeshFile& file, const std::filesystem::path& folder);

// Meshes that are in memory, by the ending of `out`, which converts_to_mesh() takes; `in` names them. `file`
// is used up. Fails as convert_mesh.
Status write_meshes(io::BoundMeshFile& file, const Skeleton& skeleton, const std::filesystem::path& in,
                    const std::filesystem::path& out, const ConvertMeshOptions& options);

// `bytes` of the file `in`, a .dae, .glb, .gltf, .mesh, .llmesh or .slm; writes .glb, .dae, .obj, .mesh,
// .llmesh, .slm, by the extension. A mesh asset to asset keeps all its levels of detail and its physics;
// other formats get the high level. Readers' notes go to stderr. Fails (bad_argument) on other extensions, an
// unknown mesh name, several meshes for a file that holds one, and options without effect on the
// output.
Status convert_mesh(const std::filesystem::path& in, const io::Bytes& bytes, const std::filesystem::path& out,
                    const ConvertMeshOptions& options);

}  // namespace mannequin::program
