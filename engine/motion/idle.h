// Idle motions: the avatar breathes, and its body sways. Functions of time. Source: the viewer's
// LLBreatheMotionRot and LLBodyNoiseMotion.
#pragma once

#include "engine/math/types.h"

namespace mannequin {

// Local rotation of mChest, `seconds` after breathing began.
Quat breathing(double seconds);

// Rotation to add at mTorso, `seconds` after the motion began: up to about two degrees either way. Uses our
// own gradient noise, since the viewer's tables depend on its C library; only the amplitude is the same.
Quat body_noise(double seconds);

}  // namespace mannequin
