// What an avatar does by itself: it breathes, and its body sways. Functions of time. Source: HOST.md 3.4,
// 3.5.
#pragma once

#include "engine/math/types.h"

namespace mannequin {

// Local rotation of mChest, `seconds` after breathing began.
Quat breathing(double seconds);

// Rotation to be added at mTorso, `seconds` after it began: up to some two degrees either way. Gradient noise
// of our own: the viewer's tables depend on its C library, only how far it sways is the same.
Quat body_noise(double seconds);

}  // namespace mannequin
