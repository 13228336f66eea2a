// How the colour of the skin differs from place to place.
#pragma once

#include "tools/body/rig.h"
#include "tools/body/sculpture.h"

namespace mannequin::body {

// Per vertex, linear, to multiply with the skin's colour: lips, the rims of the lids, a little red where
// blood shines through.
std::vector<Vec3f> complexion(const Rig& rig, const Sculpture& surface);

}  // namespace mannequin::body
