// Changes single places of a mended garment where the body still comes through, moving them or giving them a
// share of other weights: a remedy of a whole patch may be refused for what one corner of it does in a fold.
#pragma once

#include <functional>
#include <span>

#include "engine/fit/garment_field.h"

namespace mannequin {

// Improves `state`, which was reached with these remedies, `until` so much is spent (see
// RemedyField::spent). Fails where `go_on` does, and as RemedyField::measure().
Status refine_places(const RemedyField& field, std::span<const GarmentRemedy> remedies, double until,
                     MendState& state, const std::function<Status()>& go_on);

}  // namespace mannequin
