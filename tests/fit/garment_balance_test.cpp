#include "engine/fit/garment_balance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "engine/mesh/skin.h"

namespace mannequin {
namespace {

// A bone, its volume, and the bone below. Two shapes, in which the volume grows; then two poses of the
// default shape, in which the volume goes where its bone goes.
std::vector<JointCandidate> bone_and_volume() {
  const Vec3 rest(0.0), grown(0.0, 0.04, 0.0), bent(0.1, 0.0, 0.2), other(0.3, 0.1, 0.0);
  return {{0.5, 0.0, {rest, rest, rest, bent}},
          {0.0, 1.0, {grown, 2.0 * grown, rest, bent}},
          {0.5, 0.0, {rest, rest, rest, other}}};
}

TEST(GarmentBalance, FollowsShapesByVolumesOfBonesThatItFollowedInPoses) {
  const std::vector<JointCandidate> joints = bone_and_volume();
  // In poses as before: half by the lower bone. The upper one hands its half to its volume.
  const std::vector<double> as_before = balanced_weights(joints, 2, 1000.0);
  EXPECT_NEAR(as_before[0], 0.0, 1e-3);
  EXPECT_NEAR(as_before[1], 0.5, 1e-3);
  EXPECT_NEAR(as_before[2], 0.5, 1e-3);
  // Where poses count little, it follows all of the shape.
  EXPECT_NEAR(balanced_weights(joints, 2, 1e-6)[1], 1.0, 1e-3);
}

TEST(GarmentBalance, KeepsFourJointsOfMany) {
  std::vector<JointCandidate> joints;
  for (int i = 0; i < 7; ++i) {
    JointCandidate& one = joints.emplace_back();
    (i < 4 ? one.own : one.follow) = i < 4 ? 0.25 : 1.0 / 3.0;
    for (int c = 0; c < 6; ++c)
      one.places.emplace_back(0.01 * ((i * 7 + c * 3) % 11), 0.02 * ((i * 5 + c) % 7),
                              0.01 * ((i + c * c) % 5));
  }
  const std::vector<double> weights = balanced_weights(joints, 3, 1.0);
  EXPECT_LE(std::ranges::count_if(weights, [](double w) { return w > 0.0; }),
            static_cast<std::ptrdiff_t>(kMaxInfluences));
  EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1.0, 1e-12);
  for (const double w : weights) EXPECT_GE(w, 0.0);
}

TEST(GarmentBalance, KeepsWeightsThatFollowAlready) {
  const Vec3 rest(0.0), grown(0.02, 0.0, 0.0), bent(0.1, 0.2, 0.0);
  const std::vector<JointCandidate> joints = {{0.3, 0.3, {rest, bent}}, {0.7, 0.7, {grown, rest}}};
  const std::vector<double> weights = balanced_weights(joints, 1, 1.0);
  EXPECT_NEAR(weights[0], 0.3, 1e-12);
  EXPECT_NEAR(weights[1], 0.7, 1e-12);
}

}  // namespace
}  // namespace mannequin
