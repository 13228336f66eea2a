// Classic and fitted weights: how much of each bone's weight its collision volumes carry.
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
  std::map<std::string, double> bones;  // of single bones, in place of `all`
};

// For each bone concerned, first gives all weight of its volumes back to it, then the share of its weight at
// each vertex to its volumes and itself, by distance: a volume attracts as 1 / e², where e is the distance
// from the volume's middle in units of its half axes, and the bone itself as (r / d)², where d is the
// distance from its line and r is 0.55 of the size (the geometric mean of the half axes) of its largest
// volume; e and d / r count as at least 0.1. So at 1, bones keep what is near them and far from their
// volumes, as hand-made fitted clothes do. Places are those of the skeleton in bind space. Bones without
// volumes stay as they are.
void share_with_volumes(WeightTable& table, const Surface& surface, const Skeleton& skeleton,
                        const FittedShare& share);

}  // namespace mannequin
