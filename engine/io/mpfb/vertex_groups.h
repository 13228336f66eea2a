// MPFB's basemesh_vertex_groups.json: groups of the base mesh as runs of vertices, first and last.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/rig/base_mesh.h"

namespace mannequin::io {

// Adds the groups to the mesh; they replace those of equal name. Fails on a run that is out of order or
// beyond the mesh.
Result<void> read_mpfb_vertex_groups(std::string_view text, const std::string& source, BaseMesh& mesh);

}  // namespace mannequin::io
