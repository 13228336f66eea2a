// Writes meshes as the "meshes" of `mannequin skin --json`.
#pragma once

#include <span>
#include <string>

#include "engine/core/result.h"
#include "engine/io/posed_mesh.h"

namespace mannequin::io {

// The array [{"name", "positions": [x, y, z, ...], "normals": [...], "source_indices": [...]}], with morphs
// also "morphed_positions" and "morphed_normals"; flat and without spaces, in the avatar's frame,
// numbers as short as float32 allows. Fails (bad_data) as write_glb does.
Result<std::string> write_posed_json(std::span<const PosedMesh> meshes);

}  // namespace mannequin::io
