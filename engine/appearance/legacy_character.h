// The avatar before Bento, as on OpenSim grids of that time.
#pragma once

#include "engine/appearance/character.h"

namespace mannequin {

// Keeps only base bones, collision volumes and the 40 attachment points of that time (32 on the body). A base
// bone below an extended one moves to the nearest base bone above, at the same place at rest. Drops slider
// effects on removed joints, but keeps the sliders' morphs. Any thread.
CharacterDesc legacy_character(CharacterDesc desc);

// Whether the skeleton is that of such an avatar. Any thread.
bool is_legacy(const Skeleton& skeleton);

}  // namespace mannequin
