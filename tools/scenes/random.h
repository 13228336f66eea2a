// The engine's generator under the name that scenes and tests use.
#pragma once

#include "engine/core/seeded_random.h"

namespace mannequin::scenes {

using Random = SeededRandom;

}  // namespace mannequin::scenes
