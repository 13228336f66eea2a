// Made-up avatars and the ground they stand on.
#pragma once

#include <vector>

#include "examples/crowd/crowd.h"

namespace mannequin::example {

// The same for the same arguments. No two alike: shape, three garments, clip and its offset, place. They
// stand 2 square metres apart around the origin, the first one three metres ahead of it.
std::vector<Visitor> make_visitors(const Appearance& appearance, std::size_t garments,
                                   std::span<const Clip> clips, std::size_t count);

// Stands among them and looks left and right, 30 degrees to either side of ahead.
Camera camera_at(float time);

}  // namespace mannequin::example
