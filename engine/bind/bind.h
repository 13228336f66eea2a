// Binding a mesh: one method makes weights, then any number of edits in a fixed order. What the command line,
// the window and hosts go through.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/bind/copy.h"
#include "engine/bind/fitted.h"
#include "engine/bind/heat.h"
#include "engine/bind/weight_edits.h"

namespace mannequin {

// Where weights come from.
enum class BindMethod {
  preserve,  // the mesh has them
  empty,     // one empty group for each bone
  heat,
  voxel,
  copy,
  transfer,
  face,
};

// What vertices get that a method leaves without weight.
enum class OnFailure { stop, voxel, transfer };

// What to do; the edits come in the order in which they stand here.
struct BindOptions {
  BindMethod method = BindMethod::transfer;
  Nearest nearest = Nearest::face;  // of copy
  bool clear = true;                // false: groups that the method does not make keep their weights
  int smooth = 0;                   // times
  double factor = 0.5;              // of smoothing and sharpening
  int sharpen = 0;                  // times
  std::optional<Mirroring> mirror;  // nothing: not mirrored
  std::optional<double> weld;       // metres
  FittedShare fitted;               // nothing: as they are
  double prune = 0.0;               // least weight that stays
  std::size_t limit = 4;            // influences of a vertex; 0: any number
  bool normalise = true;
  bool keep_empty = false;                    // groups
  std::vector<bool> eye_bones, eye_vertices;  // as HeatOptions has them
  OnFailure on_failure = OnFailure::stop;     // voxel: from the bones; transfer: from the sources
  BindProgress progress;
};

// What comes in beside the options. Spans must outlive the call.
struct BindInput {
  const Surface* surface = nullptr;
  const WeightTable* weights = nullptr;   // what the mesh has; null for none
  std::span<const BindBone> bones;        // of empty, heat and voxel
  std::span<const WeightSource> sources;  // of copy, transfer and face
  std::span<const BindBone> all_bones;    // to measure by what limiting costs
  const Skeleton* skeleton = nullptr;     // for face and fitted weights
};

// Weights with the losses and faults on the way. Faults with `unweighted` name what is left without weight;
// those that --on-failure mended say so and are not.
struct BindOutcome {
  WeightTable weights;
  BindFaults faults;
  LimitLoss limit_loss;

  // Vertices without any weight.
  std::vector<std::uint32_t> unweighted() const;
};

// Fails (bad_argument) on what the method lacks, as heat_weights, copy_weights and transfer_weights do.
Result<BindOutcome> bind_weights(const BindInput& input, const BindOptions& options);

// Vertices of different meshes within `distance` of each other get the mean of their weights (neck, wrist and
// ankle seams); those that did are limited and normalised again as the options say. Then those within the
// distance of a vertex of `others`, which stay as they are, get that one's weights. `surfaces`: one per
// outcome.
void weld_meshes(std::span<BindOutcome> meshes, std::span<const Surface* const> surfaces, double distance,
                 const BindOptions& options, std::span<const WeightSource> others = {});

// Which vertices belong to eyeballs: connected parts not larger than 8 cm around the place of an eye. `eyes`:
// bind space. One entry per vertex.
std::vector<bool> eyeball_vertices(const Surface& surface, std::span<const Vec3> eyes);

}  // namespace mannequin
