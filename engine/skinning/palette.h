// The palette of a skin: for each slot, the transform from bind space.
#pragma once

#include <span>

#include "engine/mesh/skin.h"
#include "engine/skeleton/solve.h"

namespace mannequin {

// out[slot] = world_from_joint x joint_from_bind, of what the slot follows (SlotFrame); the last slot is the
// identity. `joints` as written by solve_pose; `out` has skin.palette_size() entries. Source: ALGORITHM 12.2.
void make_palette(const Skin& skin, std::span<const JointTransform> joints, std::span<Mat34> out);

// The same in double precision, for the reference.
void make_palette(const Skin& skin, std::span<const JointTransform> joints, std::span<Mat4> out);

}  // namespace mannequin
