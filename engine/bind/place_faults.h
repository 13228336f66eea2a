// Faults of a mesh's size and place: it is not where the body is that moves it.
#pragma once

#include <span>

#include "engine/bind/bones.h"
#include "engine/bind/fault.h"
#include "engine/bind/source_trees.h"
#include "engine/bind/surface.h"

namespace mannequin {

// wrong_unit: smaller or larger than what is worn.
void find_wrong_size(const Surface& surface, BindFaults& faults);

// far_from_bones: parts, with all that lies near them, of which no vertex is near a bone; far_from_source:
// none is near a source. At best it is the whole mesh.
void find_far_from_bones(const Surface& surface, std::span<const BindBone> bones, BindFaults& faults);
void find_far_from_source(const Surface& surface, const SourceTrees& sources, BindFaults& faults);

// Meshes that lie on the body much better once they are scaled (wrong_unit), stood up (wrong_up), turned
// about the vertical (wrong_front) or raised (wrong_height), by better_placing.
void find_misplaced(const Surface& surface, const SourceTrees& body, BindFaults& faults);

}  // namespace mannequin
