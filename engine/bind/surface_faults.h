// Problems of a surface that make automatic weights fail or look odd, found before binding.
#pragma once

#include <span>

#include "engine/bind/bones.h"
#include "engine/bind/fault.h"
#include "engine/bind/surface.h"

namespace mannequin {

// Codes: wrong_unit, far_from_bones, zero_area_triangles, loose_vertices, not_welded, duplicate_vertices,
// inside_out, self_intersections. None of them by itself leaves a vertex without weight.
BindFaults surface_faults(const Surface& surface, std::span<const BindBone> bones);

}  // namespace mannequin
