// Positions, rotations and whole poses passed in by a host.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/skeleton/pose.h"
#include "mannequin/c_api.h"

namespace mannequin::c_api {

// Normalised; fails on a rotation of length 0 or with a number that is not finite.
mannequin_status read_rotation(const double* xyzw, Quat& out);
// Whether every number is finite, and within 1,000,000 metres.
bool is_within_reach(const Vec3& metres);
// Fails on one that is not.
mannequin_status read_position(const double* xyz, Vec3& out);

// A host's arrays in our types; reused, so that frames do not allocate.
struct JointArrays {
  std::vector<Quat> rotations;
  std::vector<Vec3> positions;
};
// As for mannequin_avatar_set_joints(). Fails as the two above do, naming the joint.
mannequin_status read_joints(const Skeleton& skeleton, const float* rotations, const float* positions,
                             std::uint32_t joint_count, JointArrays& out);

}  // namespace mannequin::c_api
