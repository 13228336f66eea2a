// Bound meshes from files, built and ready for skinning.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/avatar/system_avatar.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/mesh_asset.h"
#include "engine/mesh/retarget.h"
#include "engine/mesh/skin.h"

namespace mannequin::program {

struct LoadedMesh {
  std::string file;  // for messages
  Mesh mesh;
  std::optional<Skin> skin;         // none: not rigged, it does not move
  std::vector<SystemMorph> morphs;  // parts of the system avatar: one per mesh.morphs()

  // For SkinJob; empty if no parameter drives a morph.
  std::vector<float> morph_weights(const Appearance& appearance, const ParameterWeights& weights) const;
};

// Reads and prints notes to stderr. `lod`: of mesh assets; other files have one level.
Result<std::vector<io::BoundMeshFile>> read_meshes(std::span<const std::filesystem::path> paths, int lod = 0);

// The body compiled into the program.
Result<io::BoundMeshFile> read_builtin_body();

// --lod: a level of detail, 0 the finest; of the system avatar and of mesh assets.
void add_lod_option(CLI::App& command, int& lod);

// For a mesh asset, which has four levels; numbers beyond mean the coarsest.
io::Lod asset_level(int lod);

// --gltf: how the binds of .gltf and .glb files are read.
void add_gltf_option(CLI::App& command, BindReading& reading);

Result<std::vector<LoadedMesh>> build_meshes(std::span<const io::BoundMeshFile> files,
                                             const Skeleton& skeleton, BindReading reading);

}  // namespace mannequin::program
