// Renames groups, and merges them into others.
#pragma once

#include <map>
#include <span>
#include <string>

#include "engine/bind/weight_table.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// Renames groups; groups that end up with the same name
// are added up. Names missing from the map are kept.
void rename_groups(WeightTable& table, const std::map<std::string, std::string>& names);

// Keeps the groups of these joints. Weights of other joints go to their nearest ancestor among them (a
// volume's to its bone first) or are dropped if there is none. Groups unknown to the skeleton are unchanged.
// Groups get canonical names.
void restrict_groups(WeightTable& table, const Skeleton& skeleton, std::span<const JointIndex> joints);

}  // namespace mannequin
