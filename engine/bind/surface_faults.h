// Problems of a surface that make weights fail or look odd, found before binding.
#pragma once

#include <span>

#include "engine/bind/bones.h"
#include "engine/bind/fault.h"
#include "engine/bind/surface.h"

namespace mannequin {

// Those that matter wherever weights come from: wrong_unit, loose_vertices, not_welded, duplicate_vertices,
// inside_out, flipped_faces. None of them by itself leaves a vertex without weight.
BindFaults surface_faults(const Surface& surface);

// The same, and those that matter to automatic weights: far_from_bones, zero_area_triangles, non_manifold,
// open_shell, self_intersections. An opening that a bone passes through (a sleeve, the neck of a body) is
// none.
BindFaults surface_faults(const Surface& surface, std::span<const BindBone> bones);

}  // namespace mannequin
