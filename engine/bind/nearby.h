// What a place near the sources takes over from them.
#pragma once

#include <vector>

#include "engine/bind/source_trees.h"

namespace mannequin {

inline constexpr double kSamePlace = 1e-4;  // metres

struct NearbyWeights {
  std::vector<GroupWeight> weights;  // empty if nothing is found
  double distance = 0.0;             // of the nearest place
  Vec3 normal{0.0};                  // of the place that the weights are from
};

// The weights of the nearest place. Where others are as near, as on the middle of a body that has two legs,
// the mean of all, so that no side is preferred.
NearbyWeights nearest_weights(const Vec3& point, const SourceTrees& sources);

// Halfway between those of the nearest place and of one whose own normal passes through the point. In hollows
// (armpits, between the legs) the first jumps from wall to wall, and the second goes too far into them. As
// nearest_weights where several are equally near.
NearbyWeights weights_near(const Vec3& point, const SourceTrees& sources);

}  // namespace mannequin
