// What a place near the sources takes over from them.
#pragma once

#include <vector>

#include "engine/bind/source_trees.h"

namespace mannequin {

inline constexpr double kSamePlace = 1e-4;  // metres
// Cloth further from the skin, in metres, spans hollows: neither the place along the normal nor the way the
// skin faces tells anything about it. Any value from 23 to 26 mm serves our clothes.
inline constexpr double kSpans = 0.025;
// Cosine of its normal, with that of the skin or, if it hangs, with the way from there, below which cloth
// faces the skin: about 107 degrees.
inline constexpr double kFacesSkin = -0.3;

struct NearbyWeights {
  std::vector<GroupWeight> weights;  // empty if nothing is found
  double distance = 0.0;             // of the nearest place
  double above = 0.0;                // how far the point is off that place along its normal
  Vec3 away{0.0};                    // from that place to the point, metres
  Vec3 normal{0.0};                  // of the nearest place, or of the one along the normal
};

// The weights of the nearest place. Where others are as near, as on the middle of a body that has two legs,
// the mean of all, so that no side is preferred.
NearbyWeights nearest_weights(const Vec3& point, const SourceTrees& sources);

// For cloth that faces a way at a point: those of the nearest place, and the more the skin there is turned
// from the cloth, of a place whose own normal passes through the point, if that is turned less. In hollows
// (armpits, between the legs) the first jumps from wall to wall, and the second goes too far into them. As
// nearest_weights where several are equally near; cloth far from the skin has the weights of the nearest
// alone.
NearbyWeights weights_near(const Vec3& point, const Vec3& facing, const SourceTrees& sources);

}  // namespace mannequin
