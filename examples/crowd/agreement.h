// How far what a crowd draws is from the double-precision reference: for its tests and benchmark.
#pragma once

#include "engine/skinning/agreement.h"
#include "examples/crowd/crowd.h"

namespace mannequin::example {

// The worst of all garments of an avatar that is drawn, at every vertex, as of its last update. visitor: as
// it was added; the others as the crowd was created with. Fails as Skinner::read_back.
Result<Agreement> compare_drawn(const Character& character, std::span<const Garment> wardrobe,
                                Skinner& skinner, const Crowd& crowd, std::size_t avatar,
                                const Visitor& visitor);

}  // namespace mannequin::example
