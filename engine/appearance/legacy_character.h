// The avatar before Bento, as OpenSim grids of that time have it.
#pragma once

#include "engine/appearance/character.h"

namespace mannequin {

// Only base bones, collision volumes and the 40 attachment points of that time (32 on the body). A base bone
// below an extended one goes to the nearest base bone above, at the same place at rest. Effects of sliders on
// joints that are gone are left out; their morphs stay. Any thread.
CharacterDesc legacy_character(CharacterDesc desc);

}  // namespace mannequin
