// Which parts of a body can be omitted under a garment.
#pragma once

#include <span>
#include <vector>

#include "engine/fit/garment_cases.h"

namespace mannequin {

struct HiddenBodyOptions {
  double clearance = 0.0005;  // metres that a vertex must be under the garment in every case
  int rim = 2;                // rings of vertices kept around the visible ones, to look under hems
};

// Per triangle of the body (meter.body.triangles()): whether it is under the garment in all of these cases,
// so that it can be deleted or hidden by alpha.
std::vector<bool> hidden_triangles(const CaseMeter& meter, const FitSurface& garment,
                                   std::span<const MendCase> cases, const HiddenBodyOptions& options = {});

}  // namespace mannequin
