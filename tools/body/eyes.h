// Eyeballs, irises, brows and lashes.
#pragma once

#include <vector>

#include "tools/body/rig.h"
#include "tools/body/sculpture.h"

namespace mannequin::body {

// In the bind pose, in this order; the names of their materials: "eye", "iris", "brow", "lash".
std::vector<Bound> eye_meshes(const Rig& rig);

}  // namespace mannequin::body
