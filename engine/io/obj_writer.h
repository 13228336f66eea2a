// Writes meshes as Wavefront OBJ: text that every program reads.
#pragma once

#include <span>
#include <string>

#include "engine/core/result.h"
#include "engine/io/posed_mesh.h"

namespace mannequin::io {

// One object per mesh, in the avatar's own frame (Z up, noted in a comment line), numbers as short as
// float32 allows. Materials are named ("usemtl") but not defined. Fails (bad_data) as write_glb does.
Result<std::string> write_obj(std::span<const PosedMesh> meshes);

}  // namespace mannequin::io
