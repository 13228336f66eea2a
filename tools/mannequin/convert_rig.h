// mannequin convert for MakeHuman / MPFB rigs: a rig refitted to a base mesh and saved.
#pragma once

#include "engine/rig/strategy.h"
#include "tools/mannequin/rig_options.h"

namespace mannequin::program {

// Fits options.rig to options.base_mesh and writes it to `out` in its original container and version, with
// all unknown data unchanged. Without a base mesh the rig is written as it was read.
Status convert_rig(const RigOptions& options, StrategySaving saving, const std::filesystem::path& out);

// Saves options.weights as they deform options.base_mesh on options.rig: groups of one bone summed, four
// influences per vertex, normalised and rounded as in MPFB.
Status convert_weights(const RigOptions& options, const std::filesystem::path& out);

}  // namespace mannequin::program
