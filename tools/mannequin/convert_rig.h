// mannequin convert for MakeHuman / MPFB rigs: a rig refitted to a base mesh and saved.
#pragma once

#include "engine/rig/strategy.h"
#include "tools/mannequin/rig_options.h"

namespace mannequin::program {

// Fits options.rig to options.base_mesh and writes it to `out` in its original container and version, with
// all unknown data unchanged. Without a base mesh the rig is written as it was read.
Status convert_rig(const RigOptions& options, StrategySaving saving, const std::filesystem::path& out);

struct WeightSaving {
  bool evaluated = false;  // as they deform: four influences per vertex, normalised
  bool masks = true;       // keep the groups that control modifiers
};

// Saves options.weights by the bones of options.rig that they move: sums groups of one bone, leaves out and
// names those of none, and rounds as MPFB does. Prints to stderr what the limit of four influences loses.
Status convert_weights(const RigOptions& options, const WeightSaving& saving,
                       const std::filesystem::path& out);

}  // namespace mannequin::program
