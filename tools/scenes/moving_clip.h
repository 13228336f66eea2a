// Clips for tests and benchmarks.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/animation/clip.h"

namespace mannequin::scenes {

// Four seconds in a loop, in which half of all bones turn back and forth. Another seed, another clip.
Clip moving_clip(const Skeleton& skeleton, std::uint32_t seed);
// Of the seeds from 0 on.
std::vector<Clip> moving_clips(const Skeleton& skeleton, std::size_t count);

}  // namespace mannequin::scenes
