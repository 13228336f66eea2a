// Whether a bind shape turns the mesh: the viewer's warning at upload. Source: mesh oracle 17.
#pragma once

#include "engine/math/types.h"

namespace mannequin {

// How a bind shape turns, and whether the uploader would remark on it.
struct BindOrientation {
  Quat rotation{1.0, 0.0, 0.0, 0.0};  // of the inverse of the bind shape, its scale taken out
  bool warning = false;               // some component is more than 0.01 from the identity's
};

// `bind_shape`: bind space from mesh space. One that flattens an axis counts as not turned.
BindOrientation bind_orientation(const Mat4& bind_shape);

}  // namespace mannequin
