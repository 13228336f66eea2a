// The ways in which the places of a garment can be moved when it is mended, and how far.
#pragma once

#include <vector>

#include "engine/fit/garment_places.h"

namespace mannequin {

// How much closer to the body a place may come.
struct RoomBelow {
  Vec3 away{0.0};     // unit; from the body, at the place of it that is covered. 0: not limited
  double room = 0.0;  // metres against that direction
};

struct GarmentShifts {
  // Each: by how much every place is moved; bind space, metres, at most `limit` long; 0 where the garment is
  // sewn to the body. The first one moves nothing; then come moves outwards, and then closer to the place of
  // the body that is covered, as attach_to_body() finds it: in a fold, cloth that is close crosses neither
  // the other wall nor itself. Of two layers the inner one stays inside.
  std::vector<std::vector<Vec3>> ways;
  std::vector<RoomBelow> rooms;  // per place: what the closest of these takes
};

GarmentShifts make_shifts(const GarmentPlaces& places, const FitSurface& garment, const FitSurface& body,
                          double limit);

}  // namespace mannequin
