// Groups renamed, and merged into others.
#pragma once

#include <map>
#include <span>
#include <string>

#include "engine/bind/weight_table.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// Gives groups other names; those that come to have the same name are added up. Names that the map does not
// have stay.
void rename_groups(WeightTable& table, const std::map<std::string, std::string>& names);

// Leaves the groups of these joints alone. The weights of other joints go to their nearest ancestor among
// them, a volume's to its bone first; where there is none they are dropped. Groups that the skeleton does not
// know stay as they are. Groups are named canonically afterwards.
void restrict_groups(WeightTable& table, const Skeleton& skeleton, std::span<const JointIndex> joints);

}  // namespace mannequin
