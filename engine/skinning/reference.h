// The reference: linear-blend skinning stated once, in double precision, for comparison.
#pragma once

#include <span>

#include "engine/mesh/skin.h"

namespace mannequin {

struct ReferenceVertex {
  Vec3 position;  // avatar's world frame, metres
  Vec3 normal;    // unit; 0 where the blended normal vanishes
};

// palette: skin.palette_size() matrices; out: one per vertex of the mesh. Source: ALGORITHM 12.3.
void skin_reference(const Mesh& mesh, const Skin& skin, std::span<const Mat4> palette,
                    std::span<ReferenceVertex> out);

}  // namespace mannequin
