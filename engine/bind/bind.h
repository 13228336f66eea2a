// Binding a mesh: one method makes weights, then any number of edits follow in a fixed order. The command
// line, the window and hosts all go through this.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/bind/bind_sources.h"
#include "engine/bind/copy.h"
#include "engine/bind/fitted.h"
#include "engine/bind/heat.h"
#include "engine/bind/weight_edits.h"

namespace mannequin {

// Where weights come from.
enum class BindMethod {
  preserve,  // the mesh's own weights
  empty,     // one empty group per bone
  heat,
  voxel,
  copy,
  transfer,
  face,
};

// What to do with vertices that a method leaves without weight.
enum class OnFailure { stop, voxel, transfer };

// What to do; edits are applied in the order listed here.
struct BindOptions {
  BindMethod method = BindMethod::transfer;
  Nearest nearest = Nearest::face;  // of copy
  bool clear = true;                // false: groups that the method does not make keep their weights
  int smooth = 0;                   // times
  double factor = 0.5;              // of smoothing and sharpening
  int sharpen = 0;                  // times
  std::optional<Mirroring> mirror;  // nothing: not mirrored
  std::optional<double> weld;       // metres
  FittedShare fitted;               // nothing: unchanged
  double prune = 0.0;               // smaller weights are dropped
  std::size_t limit = 4;            // influences per vertex; 0: unlimited
  bool normalise = true;
  bool keep_empty = false;  // groups
  // As HeatOptions has them, for heat, voxel, transfer and face; copy takes what is nearest.
  std::vector<bool> eye_bones, eye_vertices;
  OnFailure on_failure = OnFailure::stop;  // voxel: from the bones; transfer: from the sources
  BindProgress progress;
};

// Inputs other than the options, which must outlive the call.
struct BindInput {
  const Surface* surface = nullptr;
  const WeightTable* weights = nullptr;  // the mesh's existing weights; null for none
  std::span<const BindBone> bones;       // for empty, heat and voxel
  const BindSources* sources = nullptr;  // for copy, transfer and face
  std::span<const BindBone> all_bones;   // to measure the loss from limiting
  const Skeleton* skeleton = nullptr;    // for face and fitted weights
  // What the mesh is made for, to name one that is misplaced; null: that is not looked for.
  const BindSources* body = nullptr;
};

// Weights, and the losses and faults on the way. Faults with `unweighted` name the vertices left without
// weight; faults that --on-failure or an edit repaired say so and do not set it.
struct BindOutcome {
  WeightTable weights;
  BindFaults faults;
  LimitLoss limit_loss;

  // Vertices without any weight.
  std::vector<std::uint32_t> unweighted() const;
};

// After edits: names vertices without weight that no fault names, except by BindMethod::empty. Faults whose
// vertices all have a weight by now are no longer `unweighted`.
void name_left_unweighted(const BindOptions& options, BindOutcome& out);

// Fails (bad_argument) if the method lacks an input, as heat_weights, copy_weights and transfer_weights do.
Result<BindOutcome> bind_weights(const BindInput& input, const BindOptions& options);

}  // namespace mannequin
