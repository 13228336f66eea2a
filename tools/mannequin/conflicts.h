// Worn meshes that move the same joints: which one wins each joint and why, and what would change without
// each of them.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/wear/outfit.h"

namespace mannequin::program {

struct WornSet {
  const Skeleton& skeleton;
  const OutfitOffsets& outfit;
};

nlohmann::ordered_json conflicts_json(const WornSet& set);
void print_conflicts(const WornSet& set);

}  // namespace mannequin::program
