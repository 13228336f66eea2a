// Clothes for the body: surfaces around it, open at their hems, that follow it in every shape and pose.
#pragma once

#include <span>

#include "tools/body/body.h"

namespace mannequin::body {

struct Pattern {
  Field form;      // the cloth and all it encloses
  Field openings;  // beyond which there is none
  HemStyle hem;
  double flatness = 0.0010;  // how far triangles may be from the form, metres: less where cloth is close
  double shortest = 0.0038;  // edge of a triangle, metres
};

struct Garment {
  const char* name;
  Vec3f color;
  Pattern (*pattern)(const Rig& rig);
  Sculpture (*sewn_on)(const Rig& rig) = nullptr;  // a part of its own, or none
};

// Top, trousers, dress, boots.
std::span<const Garment> wardrobe();

// The same numbers every time, in the bind pose.
Bound garment_mesh(const Body& body, const Garment& garment);

}  // namespace mannequin::body
