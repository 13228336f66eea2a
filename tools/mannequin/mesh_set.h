// Bound meshes from files, read and built with progress and notes on stderr.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/wear/bound_mesh.h"
#include "tools/mannequin/command_line.h"

namespace mannequin::program {

// Reads, and shows the elapsed time if it takes long. `lod`: of mesh assets, 0 the finest; other files have
// one level.
Result<std::vector<io::BoundMeshFile>> read_meshes(std::span<const std::filesystem::path> paths, int lod = 0);

// The body compiled into the program.
Result<io::BoundMeshFile> read_builtin_body();

// --lod: a level of detail, 0 the finest; of the system avatar and of mesh assets.
void add_lod_option(CLI::App& command, int& lod);

// Builds, and prints the notes.
Result<BoundMeshes> build_meshes(const io::BoundMeshFile& file, const Skeleton& skeleton,
                                 const ImporterProfile& importer);
// The same, but takes over the meshes instead of copying them.
Result<BoundMeshes> build_meshes(io::BoundMeshFile&& file, const Skeleton& skeleton,
                                 const ImporterProfile& importer);

}  // namespace mannequin::program
