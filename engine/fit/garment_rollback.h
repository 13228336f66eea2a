// Where changes of a garment are taken back because cases became deeper by them: as narrow as will do.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

#include "engine/fit/garment_places.h"

namespace mannequin {

class GarmentRollback {
 public:
  // Nothing is. Refers to `places`.
  explicit GarmentRollback(const GarmentPlaces& places);

  // Per place the part that is taken back so far, 0 to 1.
  const std::vector<double>& shares() const { return shares_; }
  const std::vector<double>& moves() const { return moves_; }
  double part(std::size_t place) const { return std::max(shares_[place], moves_[place]); }  // of either

  // Takes back more around each of these places, the same on both sides of a symmetric garment: at first the
  // share of the body's weights there alone, then of the places around, then moves, too; wider every time
  // that a place is among them, or another that it was taken back with, at last everywhere. Returns per place
  // the part of the moves that were left until now.
  std::vector<double> widen(const std::vector<bool>& around, bool has_shares);

 private:
  void take(const std::vector<bool>& around, bool has_shares);

  const GarmentPlaces* places_;
  std::vector<double> shares_, moves_;
  std::vector<int> steps_;  // per place: of those that it was taken back with, the most
};

// Cases that solving for them does not make less deep. What is nearest to the body changes with every change,
// so that only trying tells.
class StuckCases {
 public:
  // A case that is now deeper than it may be by `excess` metres, above 0: whether it was hardly deeper the
  // last time. It then has another chance, up to a number of times.
  bool is_stuck(std::size_t which, double excess);
  // All of them are as new, but no more often solved for.
  void forget() { excess_.clear(); }

 private:
  std::map<std::size_t, double> excess_;
  std::map<std::size_t, int> times_;
};

}  // namespace mannequin
