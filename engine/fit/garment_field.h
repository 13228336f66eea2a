// What remedies of a garment are tried on while it is mended, and what is known of it. Nothing of that is
// replaced meanwhile; cases can be added.
#pragma once

#include <cstdint>
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
  std::vector<MendCase>& cases;
  const GarmentPlaces& places;
  const GarmentPatches& patches;
  const GarmentChanges& changes;
  GarmentCosts& costs;
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
  // Adds a case, which was so with the original garment. Earlier states lack it.
  void add(const MendCase& one, const MeasuredCase& before) const;
  // Per counted vertex of the body, which of `of` is nearest to it, on either side of the garment.
  std::vector<std::size_t> nearest(std::span<const std::uint32_t> of) const;
  // How much of what may be measured has been. From 1 on, nothing else is to be tried.
  double spent() const;
  bool is_spent() const { return spent() >= 1.0; }
};

}  // namespace mannequin
