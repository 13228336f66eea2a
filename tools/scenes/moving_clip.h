// A clip for tests and benchmarks.
#pragma once

#include <cstdint>

#include "engine/animation/clip.h"

namespace mannequin::scenes {

// Four seconds in a loop, in which half of all bones turn back and forth. Another seed, another clip.
Clip moving_clip(const Skeleton& skeleton, std::uint32_t seed);

}  // namespace mannequin::scenes
