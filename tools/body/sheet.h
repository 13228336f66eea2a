// Thin parts of a head that are laid out by rows instead of being cut from a field: hair, brows, lashes,
// eyeballs.
#pragma once

#include <vector>

#include "tools/body/sculpture.h"

namespace mannequin::body {

// A net of places, left side or left half. Seen from outside, columns go to the left as rows go up.
struct Sheet {
  std::size_t columns = 0;
  bool around = false;        // the last column joins the first
  std::vector<Vec3> places;   // row by row
  std::vector<Vec3f> colors;  // one per place
};

// Both sides of all of them. Places with y = 0 are shared by both halves; places that coincide have one
// normal.
Sculpture join(const std::vector<Sheet>& left);

// The place of a field's surface that is seen from a place inside it in a direction.
Vec3 surface_towards(const Field& field, const Vec3& middle, const Vec3& direction);

// A smooth curve through points, at 0..1 along it.
Vec3 along(const std::vector<Vec3>& points, double t);

// Makes `other` a further part of `to`.
void append(Sculpture& to, const Sculpture& other);

}  // namespace mannequin::body
