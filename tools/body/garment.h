// Clothes for the body: closed surfaces around it that follow it in every shape and pose.
#pragma once

#include <span>

#include "tools/body/body.h"

namespace mannequin::body {

struct Garment {
  const char* name;
  Vec3f color;
  Field (*form)(const Rig& rig);  // the cloth and all it encloses
};

// Top, trousers, dress, boots.
std::span<const Garment> wardrobe();

// The same numbers every time, in the bind pose.
BoundMeshDesc garment_mesh(const Body& body, const Garment& garment);

}  // namespace mannequin::body
