// Hair: a woman's is tied in a knot, a man's is short.
#pragma once

#include "tools/body/rig.h"
#include "tools/body/sculpture.h"

namespace mannequin::body {

// In the bind pose; material "hair".
Bound hair_mesh(const Rig& rig);

}  // namespace mannequin::body
