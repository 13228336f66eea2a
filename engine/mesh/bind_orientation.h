// Whether a bind shape rotates the mesh: the viewer's warning at upload. Source: mesh oracle 17.
#pragma once

#include "engine/math/types.h"

namespace mannequin {

// The rotation of a bind shape, and whether the uploader warns about it.
struct BindOrientation {
  Quat rotation{1.0, 0.0, 0.0, 0.0};  // of the inverse of the bind shape, without scale
  bool warning = false;               // some component differs by more than 0.01 from the identity's
};

// `bind_shape`: bind space from mesh space. One that flattens an axis counts as not rotated.
BindOrientation bind_orientation(const Mat4& bind_shape);

}  // namespace mannequin
