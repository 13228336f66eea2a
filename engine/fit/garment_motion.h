// How joints move a garment: in standing shapes, and in poses of the default shape.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "engine/fit/garment_cases.h"

namespace mannequin {

struct GarmentMotion {
  std::size_t shapes = 0;  // the first cases; the others are poses
  // Per mesh of the garment: each joint's transforms from bind space, one per case. As the mesh binds the
  // joint, or else the body.
  std::vector<std::map<JointIndex, std::vector<Mat4>>> joints;
};

// At most `most` of the cases' shapes, and as many of their poses, evenly.
GarmentMotion sample_motion(const CaseMeter& who, const FitSurface& garment, std::span<const MendCase> cases,
                            std::size_t most);

}  // namespace mannequin
