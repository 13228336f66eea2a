// What of a bone a vertex sees past its own triangles, in single precision.
#pragma once

#include <cstdint>
#include <span>

#include "engine/bind/bones.h"
#include "engine/bind/surface.h"

namespace mannequin {

// Whether one of `triangles`, all of them around `vertex`, hides the bone's nearest point from it. In exact
// numbers none can. Blender looks from 1e-5 of the way on, in single precision: where the way leaves a
// triangle at a small angle, rounding puts that place before its front. Which vertices these are depends on
// every operation, so here they are as there, down to the test of ray and triangle (Woop, Benthin and Wald,
// "Watertight Ray/Triangle Intersection", 2013).
bool is_hidden_by_own(const Surface& surface, std::span<const std::uint32_t> triangles, std::uint32_t vertex,
                      const BindBone& bone);

}  // namespace mannequin
