// What can be changed of a garment when it is mended, and the garment with a choice of these changes.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/fit/garment_mend.h"
#include "engine/fit/garment_patches.h"
#include "engine/fit/garment_remedies.h"
#include "engine/fit/garment_shifts.h"
#include "engine/fit/garment_weights.h"

namespace mannequin {

struct ChangedGarment {
  std::vector<BoundMeshDesc> meshes;
  WornGarment worn;
  std::vector<Vec3> moved;                 // per place, bind space
  std::vector<double> reweighted;          // per place, the share of new weight
  MendWeights weights = MendWeights::own;  // source of most of it
};

// The garment of `input` with its places moved, and other weights. moved: per place, bind space, metres;
// shares: of the i-th added weights, per place. Fails as `build` of the input.
Result<ChangedGarment> changed_garment(const GarmentMendInput& input, const GarmentPair& pair,
                                       const GarmentPlaces& places, const GarmentWeights& weights,
                                       std::vector<Vec3> moved, std::span<const std::vector<double>> shares);

// What is changed about a place beside its patches' remedies.
struct PlaceChange {
  double restored = 0.0;    // how much of these remedies is taken back first
  Vec3 moved{0.0};          // metres, bind space, beside their shifts
  std::size_t weights = 0;  // by the number, as in GarmentRemedy
  double share = 0.0;       // of these; the rest as by the patches

  bool operator==(const PlaceChange&) const = default;
};

// Everything referred to must outlive it.
class GarmentChanges {
 public:
  GarmentChanges(const GarmentMendInput& input, const GarmentPair& pair, const GarmentPlaces& places,
                 const GarmentPatches& patches);

  // Finds sources of weights and ways to move, as the options allow. `original`: the garment as worn. Fails
  // as transfer_weights().
  Status find(const CaseMeter& meter, const FitSurface& original, std::span<const MendCase> cases,
              const GarmentMendOptions& options);
  // Every source with every way, yet to be measured; the first one changes nothing.
  std::vector<GarmentRemedy> remedies() const;
  // `places`: what else is changed about each; may be empty. Fails as `build` of the input.
  Result<ChangedGarment> with(const RemedyChoice& choice, std::span<const GarmentRemedy> remedies,
                              std::span<const PlaceChange> places = {}) const;

  // `places`, with less moved where the garment would cover more of the body than before. Fails as with().
  Result<std::vector<PlaceChange>> without_new_cover(const RemedyChoice& choice,
                                                     std::span<const GarmentRemedy> remedies,
                                                     std::vector<PlaceChange> places) const;

  // Metres: how far a place may be moved; 0 before find().
  double limit() const { return limit_; }
  // How many kinds of weights a place can have; 1: only its own.
  std::size_t source_count() const { return sources_.size(); }

 private:
  Vec3 within_bounds(std::size_t place, const Vec3& moved) const;

  const GarmentMendInput& input_;
  const GarmentPair& pair_;
  const GarmentPlaces& places_;
  const GarmentPatches& patches_;
  GarmentWeights weights_;
  std::vector<MendWeights> sources_ = {MendWeights::own};
  GarmentShifts shifts_;
  double limit_ = 0.0;
};

}  // namespace mannequin
