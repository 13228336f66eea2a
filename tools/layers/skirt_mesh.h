// The mesh that shows the layers of a skirt on the built-in bodies.
#pragma once

#include "engine/appearance/appearance.h"
#include "engine/core/result.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::layers {

// A sheet around the body from the waist to the ankles, in the bind pose; its one material asks for the baked
// skirt. u runs around it, 0.5 in front and 0.75 at the left side, v upwards. Weights are the body's.
Result<BoundMeshDesc> skirt_mesh(Sex sex, const Skeleton& skeleton);

}  // namespace mannequin::layers
