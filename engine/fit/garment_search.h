// Searches a remedy for every patch of a garment.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "engine/fit/garment_watch.h"

namespace mannequin {

class RemedySearch {
 public:
  // `before`: the cases with the original garment. Everything referred to must outlive the search.
  RemedySearch(const RemedyField& field, std::span<const MeasuredCase> before, GarmentWatch& watch,
               const std::function<bool(double part)>& progress);

  // Fails (bad_argument) where it was stopped, and as the garment's `build` does.
  Result<MendState> run();
  // Whether more would have been tried, if more could be measured.
  bool ended_early() const { return ended_early_; }
  // Those that a choice names.
  std::span<const GarmentRemedy> remedies() const { return remedies_; }

 private:
  Status go_on(double part) const;
  RemedyChoice unchanged() const { return RemedyChoice(field_.patches.count(), 0); }
  RemedyChoice everywhere(std::size_t remedy) const;
  std::vector<std::size_t> first_cases() const;
  Status measure_remedies(std::span<const std::size_t> which);
  std::optional<RemedyChoice> part_that_gains(const MendState& best, const MendState& tried) const;
  Status improve(MendState& best, MendState tried) const;
  Result<MendState> begin();
  bool refuse(std::span<const MeasuredCase> cases, std::span<const std::size_t> which,
              RefusedRemedies& refused, RemedyChoice& choice);
  Status hold_back(MendState& state);
  std::vector<std::size_t> suffered() const;

  const RemedyField& field_;
  std::span<const MeasuredCase> before_;
  GarmentWatch& watch_;
  const std::function<bool(double part)>& progress_;
  std::vector<GarmentRemedy> remedies_;  // the first one: nothing
  std::vector<int> suffered_;            // per case: how often a choice made it deeper
  bool ended_early_ = false;
};

}  // namespace mannequin
