// Plans of sweeps as JSON: {"schema": 1, "sliders": "all", "steps": 5, "random": 100, "seed": 1,
// "poses": ["sit.json"], "sex": "female"}
#pragma once

#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/fit/sweep_plan.h"

namespace mannequin::io {

// Fails (bad_data) with file and key; files that the plan names are not read.
Result<SweepPlan> read_sweep_plan(std::string_view text, const std::string& source);

}  // namespace mannequin::io
