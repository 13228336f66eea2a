// Cloth that hangs free of the skin.
#pragma once

#include <vector>

#include "engine/bind/heat.h"
#include "engine/bind/surface.h"
#include "engine/bind/weight_table.h"

namespace mannequin {

// Whether cloth at that distance from the skin, metres, is evened out at all.
bool is_evened_out(double distance);

// Evens out the weights of vertices with a distance from the skin over the cloth around them, the more the
// further off they are: close cloth goes with the skin below it, but what hangs does not show that skin's
// details, and the nearest place of it jumps from wall to wall between the legs. Vertices that are `left_out`
// neither change nor count. If `progress` cancels, no weights are changed.
void even_hanging_cloth(const Surface& surface, const std::vector<double>& distances,
                        const std::vector<char>& left_out, std::vector<std::vector<GroupWeight>>& weights,
                        const BindProgress& progress = {});

}  // namespace mannequin
