// Polygons cut into triangles.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/math/types.h"

namespace mannequin {

using PolygonTriangle = std::array<std::uint32_t, 3>;

// Cuts a polygon of three or more corners into triangles of these, wound as it is. It is a fan around the
// first corner, unless that folds over in the plane of the polygon (Newell's normal): then ears are cut off
// one by one. What has no ears (it crosses itself, or has no area), or concave ones of more than 256 corners,
// is a fan all the same. Takes time proportional to the square of the corners at most.
std::vector<PolygonTriangle> cut_polygon(std::span<const Vec3> corners);

}  // namespace mannequin
