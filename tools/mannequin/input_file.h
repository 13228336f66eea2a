// Input files of any kind: by name, or a pipe (/dev/stdin, <(command)).
#pragma once

#include <filesystem>

#include "engine/io/bound_mesh.h"
#include "engine/io/file.h"

namespace mannequin::program {

// Like io::read_file, but repeatable: a pipe returns its bytes only once, so they are kept.
Result<io::Bytes> read_input(const std::filesystem::path& path);

// Like io::read_bound_mesh, also repeatable.
Result<io::BoundMeshFile> read_mesh_input(const std::filesystem::path& path, io::Lod lod = io::Lod::high);

}  // namespace mannequin::program
