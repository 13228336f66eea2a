// How long a tape is around a body: the girth of a surface in a plane.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/bind/surface.h"

namespace mannequin::document {

// The tape, metres.
struct Girth {
  double length = 0.0;
  std::vector<Vec3> tape;  // its corners in order, closed: the last is followed by the first
};

// Of the curves in which the plane through `at` meets the triangles, the one around `at`, of several the
// longest; where none is, the one nearest to it. A tape does not follow hollows: its line is the convex hull
// of that curve. Curves belong together where they meet within 0.1 mm, so vertices may be repeated along
// seams. `normal`: of the plane, of any length but 0. Nothing if the plane meets no triangle.
std::optional<Girth> girth_at(std::span<const Vec3> positions,
                              std::span<const mannequin::Surface::Triangle> triangles, const Vec3& at,
                              const Vec3& normal);

}  // namespace mannequin::document
