// The girth of a surface in a plane: the length of a tape around it.
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

// Among the curves where the plane through `at` cuts the triangles, takes the longest one around `at`, or if
// there is none, the nearest. A tape does not follow hollows: its line is the convex hull of that curve.
// Curve ends within 0.1 mm are joined, so vertices may be duplicated at seams. `normal`: of the plane, of any
// length but 0. Nothing if the plane cuts no triangle.
std::optional<Girth> girth_at(std::span<const Vec3> positions,
                              std::span<const mannequin::Surface::Triangle> triangles, const Vec3& at,
                              const Vec3& normal);

}  // namespace mannequin::document
