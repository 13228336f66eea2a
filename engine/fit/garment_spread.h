// A change of a coarse garment on the fine one that it stands for.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "engine/bind/weight_table.h"
#include "engine/fit/garment_changes.h"
#include "engine/fit/garment_coarse.h"
#include "engine/fit/garment_costs.h"

namespace mannequin {

// Per place.
struct SpreadChange {
  std::vector<Vec3> moved;         // bind space, metres
  std::vector<double> reweighted;  // the share of new weights
  WeightTable weights;             // the new ones; their sum is that share
};

// What was changed of the coarse garment. `mended`: its meshes then; `reweighted`: per mesh and vertex, the
// share of new weights.
SpreadChange spread_change(const CoarseGarment& coarse, const GarmentPlaces& places,
                           std::span<const BoundMeshDesc> mended,
                           std::span<const std::vector<float>> reweighted);

// A part of it. `kept`: per place, how much of the change there.
SpreadChange part_of(const SpreadChange& change, std::span<const double> kept);

// How much of a change is kept so that cases are not deeper than they may be: nothing around the cloth that
// comes out too far, all beyond `radius`, metres. `after`: the cases with the change, which `costs` knows.
std::vector<double> kept_around(const GarmentPlaces& places, const GarmentCosts& costs,
                                std::span<const MeasuredCase> after, double radius);

struct SpreadState {
  SpreadChange change;
  ChangedGarment garment;
  std::vector<MeasuredCase> cases;
};

// What a spread change is measured with. Everything referred to must outlive it.
struct SpreadField {
  const GarmentMendInput& input;
  const CaseMeter& meter;
  const GarmentPlaces& places;
  const GarmentCosts& costs;  // of `cases`
  std::span<const MendCase> cases;
  double costs_nothing;  // what the cases cost without any change

  // The garment with the change. Fails as `build` of the input.
  Result<ChangedGarment> with(const SpreadChange& change) const;
  // The same, measured.
  Result<SpreadState> state(SpreadChange change) const;
  // Takes the change back around cloth that makes cases deeper than they may be, as far as they cost less
  // then. `go_on` is called in between. Fails where that does, and as with().
  Status take_back(SpreadState& state, const std::function<Status()>& go_on) const;
};

}  // namespace mannequin
