// Which of the body's vertices a garment covers, so that they count (see garment_depth.h), and how far it can
// be moved without covering others: at a hem one that begins to count is often outside, in shapes and poses
// that were fine before.
#pragma once

#include <span>
#include <vector>

#include "engine/fit/garment_places.h"

namespace mannequin {

// Per place, how much of its move is kept: less around places beside which the body would newly count,
// farther and farther up to 10 cm, until it does not. `moved`: per place, bind space, metres. `pair`: of the
// body and the garment before it is moved.
std::vector<double> moves_that_cover_no_more(const FitSurface& body, const GarmentPair& pair,
                                             const GarmentPlaces& places, std::span<const Vec3> moved);

}  // namespace mannequin
