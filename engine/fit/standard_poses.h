// Poses that everybody can picture, and those in which `check` tries a mesh.
#pragma once

#include <vector>

#include "engine/fit/sweep_plan.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// T (the rest rotation), A, stand, arms up, sit, squat, walk, and last a twisted one, turned and lifted by
// its root. Joints missing from the skeleton are left out.
std::vector<SweepPose> standard_poses(const Skeleton& skeleton);

// How many poses check_poses() has.
inline constexpr std::size_t kCheckPoses = 20;

// The standard poses, those that turn what they leave at rest (fingers, head, face, feet), and random poses.
// T comes first.
std::vector<SweepPose> check_poses(const Skeleton& skeleton);

}  // namespace mannequin
