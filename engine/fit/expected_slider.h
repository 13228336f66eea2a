// Which sliders people expect to move a mesh, judging by where both are on the body.
#pragma once

#include <span>

#include "engine/appearance/character.h"
#include "engine/fit/measured_mesh.h"
#include "engine/fit/slider_reach.h"

namespace mannequin {

// Whether part of a mesh (1 % of its vertices) lies in a volume or next to a
// bone that the slider moves or scales, such as a skirt and Butt Size. In
// the bind pose, on the avatar without a shape. Pure; may run on any thread.
bool is_expected(const Character& character, ParameterIndex slider, Sex sex,
                 std::span<const MeasuredMesh* const> worn);

}  // namespace mannequin
