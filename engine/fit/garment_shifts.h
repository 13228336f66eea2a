// The ways in which the places of a garment can be moved when it is mended.
#pragma once

#include <vector>

#include "engine/fit/garment_places.h"

namespace mannequin {

// Each: by how much every place is moved; bind space, metres, at most `limit` long; 0 where the garment is
// sewn to the body. The first one moves nothing; then come moves outwards, and then closer to the place of
// the body that is covered, as attach_to_body() finds it: in a fold, cloth that is close crosses neither the
// other wall nor itself. Of two layers the inner one stays inside.
std::vector<std::vector<Vec3>> make_shifts(const GarmentPlaces& places, const FitSurface& garment,
                                           const FitSurface& body, double limit);

}  // namespace mannequin
