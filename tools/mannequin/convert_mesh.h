// mannequin convert, of bound meshes.
#pragma once

#include <filesystem>

#include "engine/core/result.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::program {

// To .glb with skins, weights and joint positions; to .obj as they stand where they were bound, without.
// Prints what was written, and to stderr the reader's notes.
Status convert_mesh(const std::filesystem::path& in, const std::filesystem::path& out,
                    const Skeleton& skeleton);

}  // namespace mannequin::program
