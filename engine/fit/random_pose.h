// Random poses to try clothes in.
#pragma once

#include <cstdint>

#include "engine/skeleton/pose.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// Rotates trunk, neck, arms and legs at random within a comfortable range, identically on every machine; even
// seeds give symmetric poses. Joints missing from the skeleton are left out.
Pose random_pose(const Skeleton& skeleton, std::uint32_t seed);

}  // namespace mannequin
