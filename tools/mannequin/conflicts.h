// Worn meshes that move the same joints: which one wins each joint and why, and what would change without one
// them.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "engine/skeleton/offset_claims.h"

namespace mannequin::program {

struct WornSet {
  const Skeleton& skeleton;
  std::span<const WornOffsets> worn;
  std::span<const std::string> names;  // of `worn`, for people
};

nlohmann::ordered_json conflicts_json(const WornSet& set);
void print_conflicts(const WornSet& set);

}  // namespace mannequin::program
