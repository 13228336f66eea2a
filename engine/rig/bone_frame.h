// A bone's frame from its direction and roll, by Blender's convention: local Y runs along the bone.
#pragma once

#include "engine/math/types.h"

namespace mannequin {

// The frame without roll: the shortest rotation from +Y to `direction` (unit), with Blender's exception
// within 0.25 mm per metre of -Y: 180 degrees about Z. A direction of length 0 counts as +Y.
Mat3 roll_zero_frame(const Vec3& direction);

// The same, rotated about `direction` by `roll` radians.
Mat3 bone_frame(const Vec3& direction, double roll);

// The roll that brings local Z (or X) as close as possible to `wanted`; 0 if `wanted` is parallel to the
// bone.
double roll_with_z_near(const Vec3& direction, const Vec3& wanted);
double roll_with_x_near(const Vec3& direction, const Vec3& wanted);

}  // namespace mannequin
