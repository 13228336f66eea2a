// The built-in top with smoothed weights, and all that its single places are changed with.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/fit/garment_field.h"
#include "tests/fit/mend_case.h"

namespace mannequin {

struct SmoothedTop {
  explicit SmoothedTop(const GarmentMendOptions& options) {
    EXPECT_TRUE(changes.find(meter, worn.surface(), cases, options));
    remedies = changes.remedies();
  }
  SmoothedTop(const SmoothedTop&) = delete;
  SmoothedTop& operator=(const SmoothedTop&) = delete;

  static BoundMeshDesc smoothed() {
    BoundMeshDesc out = settled_builtin("top");
    smooth_twelve_times(out);
    return out;
  }
  double standing_area(std::span<const MeasuredCase> of) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < cases.size(); ++i)
      if (cases[i].pose_number == 0) sum += of[i].at.area;
    return sum;
  }
  double standing_cost(std::span<const MeasuredCase> of) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < cases.size(); ++i)
      if (cases[i].pose_number == 0) sum += costs.of(i, of[i]);
    return sum;
  }
  // What holds whatever is changed.
  void expect_better() const {
    EXPECT_LT(state.cost, costs.of(before));
    EXPECT_LT(standing_area(state.cases), standing_area(before));
    for (std::size_t i = 0; i < cases.size(); ++i)
      EXPECT_LT(state.cases[i].at.depth, before[i].at.depth + 0.0005) << i;
    const ChangedGarment garment = changed();
    const std::vector<MeasuredCase> again =
        meter.measure(garment.worn.surface(), cases, all_of(cases.size()), &places);
    EXPECT_EQ(area_of(again), area_of(state.cases)) << "what is remembered is true";
    for (std::uint32_t w = 0; w < places.count(); ++w) {
      PlaceChange other = state.places[places.mirror[w]];
      other.moved.y = -other.moved.y;
      EXPECT_EQ(state.places[w], other);
    }
  }
  ChangedGarment changed() const { return changes.with(state.choice, remedies, state.places).value(); }

  const MendBody body;
  const BoundMeshDesc top = smoothed();
  std::vector<MendCase> cases = random_mend_cases(24, 100);
  const GarmentMendInput input{builtin(),  {},        body.surface, body.sources,
                               body.binds, {&top, 1}, build_strict, cases};
  const WornGarment worn = build_strict({&top, 1}).value();
  const GarmentPair pair = make_garment_pair(body.surface, worn.surface());
  const CaseMeter meter = input.meter(pair);
  const GarmentPlaces places = find_places(worn.surface(), body.surface);
  const GarmentPatches patches = make_patches(places, body.surface.bound_positions());
  GarmentChanges changes{input, pair, places, patches};
  std::vector<GarmentRemedy> remedies;
  SearchMemory memory;
  const std::vector<bool> may = std::vector<bool>(patches.count(), true);
  const std::vector<MeasuredCase> before =
      meter.measure(worn.surface(), cases, all_of(cases.size()), &places);
  GarmentCosts costs{meter, patches, cases, before, 0.0005};
  const RemedyField field{meter, cases, places, patches, changes, costs, may, memory, 100'000'000};
  MendState state{RemedyChoice(patches.count(), 0), {}, before, costs.of(before)};
};

}  // namespace mannequin
