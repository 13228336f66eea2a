// Files that the program is given, whatever they are: by name, or a pipe (/dev/stdin, <(command)).
#pragma once

#include <filesystem>

#include "engine/io/bound_mesh.h"
#include "engine/io/file.h"

namespace mannequin::program {

// As io::read_file, as often as wanted: a pipe gives its bytes only once, and so they are kept.
Result<io::Bytes> read_input(const std::filesystem::path& path);

// As io::read_bound_mesh, likewise.
Result<io::BoundMeshFile> read_mesh_input(const std::filesystem::path& path);

}  // namespace mannequin::program
