// Classic and fitted weights: how much of each bone's weight goes to its collision volumes.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "engine/bind/surface.h"
#include "engine/bind/weight_table.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// 0 is classic (bones alone), 1 is fitted.
struct FittedShare {
  std::optional<double> all;            // of every bone with volumes
  std::map<std::string, double> bones;  // overrides `all` for single bones
};

// For each bone concerned, first returns all weight of its volumes to the bone, then distributes the share of
// its weight at each vertex among its volumes and itself, by distance: a volume attracts as 1 / e², where e
// is the distance from the volume's centre in units of its half axes, and the bone itself as (r / d)², where
// d is the distance from its line and r is 0.55 of the size (the geometric mean of the half axes) of its
// largest volume; e and d / r are at least 0.1. So at 1, bones keep what is near them and far from their
// volumes, as in hand-made fitted clothes. Positions are the skeleton's in bind space. Bones without volumes
// are unchanged.
void share_with_volumes(WeightTable& table, const Surface& surface, const Skeleton& skeleton,
                        const FittedShare& share);

}  // namespace mannequin
