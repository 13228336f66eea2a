// Everything noteworthy about a file of bound meshes: the uploader's rules, and what its reader noticed.
#pragma once

#include "engine/appearance/character.h"
#include "engine/fit/upload_check.h"
#include "engine/io/bound_mesh.h"

namespace mannequin {

// Worst first. The joint positions of mesh assets count whatever the options say. A note of the reader's is
// left out where a rule found the same. Takes seconds for a few hundred thousand vertices; pure, may run on
// any thread.
Findings file_findings(const io::BoundMeshFile& file, const Character& character,
                       const UploadOptions& options);

}  // namespace mannequin
