// Attaches the vertices of a garment to places on a body.
#pragma once

#include <span>
#include <vector>

#include "engine/bind/surface.h"
#include "engine/fit/mesh_deformer.h"

namespace mannequin {

struct GarmentAttachment {
  BodyAttachment place;
  double distance = 0.0;  // metres
  double facing = 0.0;    // cosine of the angle between the body's normal there and the garment's
};

// One per vertex, in bind space, metres. The nearest place of the body is not always the right one: in a fold
// (between the legs, at the ears, in the mouth) the opposite side may be nearer. So among the places up to a
// centimetre farther away, prefers the one whose normal passes through the vertex and that faces the same
// way, unless it is much farther. `normals`: of any length; 0 where there is none. A body without triangles
// attaches nothing. `body_normals`: unit, one per vertex.
std::vector<GarmentAttachment> attach_to_body(const Surface& body, std::span<const Vec3> body_normals,
                                              std::span<const Vec3> positions, std::span<const Vec3> normals);

}  // namespace mannequin
