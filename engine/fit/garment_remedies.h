// Remedies for the patches of a garment: which is best where, and which are refused since they make cases
// deeper.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/fit/garment_cases.h"
#include "engine/fit/garment_patches.h"

namespace mannequin {

// What can be done about a patch.
struct GarmentRemedy {
  std::size_t weights = 0;   // 0: the garment's own; else the number of the added ones, from 1
  std::size_t shift = 0;     // by the number
  std::vector<double> cost;  // per patch, with the whole garment so
  // The same, whatever becomes too deep with the whole garment so: it may not with this patch alone.
  std::vector<double> promise;
};

// The number of a remedy for each patch. The first remedy is to do nothing.
using RemedyChoice = std::vector<std::size_t>;

// What is counted of a patch and half of its neighbours' mean.
double around_patch(const GarmentPatches& patches, std::span<const double> cost, std::size_t patch);

// The best remedy of each patch that may be changed; among similar ones that of its neighbours, since a step
// to other weights or to another shift costs `change`.
RemedyChoice choose_remedies(const GarmentPatches& patches, std::span<const GarmentRemedy> remedies,
                             const std::vector<bool>& may, double change);

// Holds a choice back around places that it made deeper: there remedies are refused one after the other,
// those that promise most first. Everything referred to must outlive it and stay as it is.
class RefusedRemedies {
 public:
  RefusedRemedies(const GarmentPatches& patches, std::span<const GarmentRemedy> remedies);

  // Marks the changed patches about all places of a case that are deeper than `most` (metres) with `choice`.
  void mark(const MeasuredCase& one, double most, const RemedyChoice& choice);
  // Refuses the remedies of marked patches; puts the most promising of those not refused in their place,
  // after a few none.
  void replace(RemedyChoice& choice);

 private:
  const GarmentPatches& patches_;
  std::span<const GarmentRemedy> remedies_;
  std::vector<std::vector<bool>> refused_;  // by patch and remedy
  std::vector<bool> marked_;                // by patch
};

}  // namespace mannequin
