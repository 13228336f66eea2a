// The shape in which a piece of clothing was made: bind space, or the one to which the sources' moves lead.
#pragma once

#include <optional>
#include <vector>

#include "engine/bind/heat.h"
#include "engine/bind/source_trees.h"
#include "engine/bind/surface.h"

namespace mannequin {

// Where the surface's vertices are in the sources' other shape (SourceTrees::moved), if it seems to have been
// made there. No mesh says so, but in the shape in which cloth was made it is smoother and keeps more evenly
// to the skin; if neither tells, it is the other shape. A vertex goes where the weights of the skin that
// is nearest to it there lead it. Weights from bind space would lead it elsewhere: in an armpit, the nearest
// skin is another place in each shape. Where several places would do, it keeps with the cloth around it.
// Nothing for sources without moves, nor if `progress` cancels.
std::optional<std::vector<Vec3>> places_where_made(const Surface& surface, const SourceTrees& sources,
                                                   const BindProgress& progress = {});

}  // namespace mannequin
