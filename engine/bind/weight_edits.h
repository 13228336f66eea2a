// What is done to weights once they are there.
#pragma once

#include <span>
#include <string>

#include "engine/bind/bones.h"
#include "engine/bind/surface.h"
#include "engine/bind/weight_table.h"

namespace mannequin {

// Drops weights below `least`.
void prune_weights(WeightTable& table, double least);

// What limiting cost.
struct LimitLoss {
  std::size_t vertices = 0;     // that had more than the limit
  double largest_weight = 0.0;  // left out, as a part of its vertex's sum
  // The furthest that a vertex moves otherwise than before when one of the bones turns by 45 degrees, metres.
  double largest_distance = 0.0;
};

// Keeps the `most` greatest weights of each vertex, which then sum to what all of them summed to. `bones`: to
// measure the loss by; those that are not among the groups do not matter.
LimitLoss limit_weights(WeightTable& table, std::size_t most, const Surface& surface,
                        std::span<const BindBone> bones);

// Divides each vertex's weights by their sum. Vertices without weight stay so.
void normalise_weights(WeightTable& table);

// Drops groups that no vertex has, and weights that are not above 0.
void drop_empty_groups(WeightTable& table);

// The name of the joint on the other side: "mElbowLeft" of "mElbowRight", "L_HAND" of "R_HAND"; itself where
// it has none.
std::string mirrored_name(const std::string& name);

// Gives the right side (y < 0) what the left side has: each vertex gets the weights of the surface's nearest
// point to its mirror image, with left and right exchanged. Vertices within 0.1 mm of the plane get the mean
// of their own and the exchanged weights.
void mirror_weights(WeightTable& table, const Surface& surface);

// Vertices within `distance` of each other get the mean of their weights.
void weld_weights(WeightTable& table, const Surface& surface, double distance);

}  // namespace mannequin
