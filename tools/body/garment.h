// Clothes for the body: closed surfaces around it that follow it in every shape and pose.
#pragma once

#include <span>

#include "tools/body/body.h"

namespace mannequin::body {

struct Garment {
  const char* name;
  Vec3f color;
  Field (*form)(const Rig& rig);                   // the cloth and all it encloses
  Sculpture (*sewn_on)(const Rig& rig) = nullptr;  // a part of its own, or none
};

// Top, trousers, dress, boots.
std::span<const Garment> wardrobe();

// The same numbers every time, in the bind pose.
Bound garment_mesh(const Body& body, const Garment& garment);

}  // namespace mannequin::body
