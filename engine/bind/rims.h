// Where a surface ends: the rims of its openings.
#pragma once

#include <span>
#include <vector>

#include "engine/bind/bones.h"
#include "engine/bind/surface.h"

namespace mannequin {

// One opening: its connected open edges.
struct Rim {
  std::vector<std::uint32_t> vertices;  // ascending
  Vec3 middle{0.0};
  double radius = 0.0;  // mean distance of the vertices from the middle
  Vec3 normal{0.0};     // of the plane through it, unit; 0 if it spans no area
};

// By their first vertices.
std::vector<Rim> rims_of(const Surface& surface);

// Whether a bone goes on through the opening, as at the neck, wrists and ankles of a body that comes in
// parts.
bool leads_on(const Rim& rim, std::span<const BindBone> bones);

}  // namespace mannequin
