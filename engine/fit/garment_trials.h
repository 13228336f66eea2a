// Tries other remedies for patches of a garment where much comes through.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/fit/garment_changes.h"
#include "engine/fit/garment_costs.h"

namespace mannequin {

// What the last garment was that was measured in all cases, and what was found.
struct SearchMemory {
  CaseMemory cases;
  std::vector<GarmentRemedy> patches;  // what was done about each, without costs; empty: nothing
  std::vector<PlaceChange> places;     // what else was changed about each; empty: nothing
  std::size_t searched = 0;            // for body vertices, over all calls of RemedyField::measure()
};

// A state of the garment.
struct MendState {
  RemedyChoice choice;
  std::vector<PlaceChange> places;  // what else is changed about each; empty: nothing
  std::vector<MeasuredCase> cases;  // all of them, so
  double cost = 0.0;
};

// What remedies are tried on. Everything referred to must outlive it.
struct RemedyField {
  const CaseMeter& meter;
  std::span<const MendCase> cases;
  const GarmentPlaces& places;
  const GarmentPatches& patches;
  const GarmentChanges& changes;
  const GarmentCosts& costs;
  const std::vector<bool>& may;  // per patch: may be changed
  SearchMemory& memory;
  std::size_t most_searched;

  // The cases with the numbers `which`, with these remedies and changed places (see MendState). Fails as the
  // garment's `build` does. All cases are remembered.
  Result<std::vector<MeasuredCase>> measure(const RemedyChoice& choice,
                                            std::span<const GarmentRemedy> remedies,
                                            std::span<const std::size_t> which,
                                            std::span<const PlaceChange> changed = {}) const;
  // The state of all cases so. Fails as measure().
  Result<MendState> state(RemedyChoice choice, std::span<const GarmentRemedy> remedies,
                          std::vector<PlaceChange> changed = {}) const;
  // So much was measured that nothing else is to be tried.
  bool is_spent() const;
};

// Tries other remedies than `choice` where most is left, many at a time, at places so far from each other
// that what each gains can be told apart; keeps those that gain something. `now`: all cases with the choice;
// `spared`: numbers of cases that another choice made deeper, most often first. `sweep`: how often it was
// called before; later sweeps try others than earlier ones. Fails as measure().
Result<RemedyChoice> try_others(const RemedyField& field, std::span<const GarmentRemedy> remedies,
                                RemedyChoice choice, std::span<const MeasuredCase> now,
                                std::span<const std::size_t> spared, std::size_t sweep);

}  // namespace mannequin
