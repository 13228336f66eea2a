// How far the places of a garment are moved outwards, and their share of the body's weights: changes that
// keep the body under the garment in all cases, smooth over the garment.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/fit/garment_cases.h"

namespace mannequin {

struct ChangeLimits {
  double limit = 0.010;       // metres: upper limit of every move
  double clearance = 0.0008;  // metres that the body is kept under the garment where it came through
};

// Whether a penetration can be held back, and if not, why.
enum class PenetrationOutcome {
  held,      // moves within the limit hold it
  too_deep,  // higher above the triangle than anything may be moved
  along,     // the triangle is parallel to its corners' moves, so these have no effect
};
PenetrationOutcome outcome_of(const Penetration& push, double limit);

// The input of solve().
struct SolveDemands {
  std::span<const MeasuredCase> cases;  // measured with the current changes
  const std::vector<bool>& counts;      // per counted vertex of the body: whether to hold it back
  std::span<const double> allowed;      // per case, metres that vertices may be outside
  std::span<const double> deepest;      // per case, metres above a triangle that are still compensated
  bool moves = true, shares = true;     // what may be changed
};

class GarmentChanges {
 public:
  // Starts without changes. Refers to `places`.
  GarmentChanges(const GarmentPlaces& places, const ChangeLimits& limits);

  // Metres per place, and shares from 0 to 1.
  const std::vector<double>& moved() const { return moved_; }
  const std::vector<double>& share() const { return share_; }
  void set_share(std::vector<double> share) { share_ = std::move(share); }

  // Refines the changes to satisfy linear constraints by successive projection (Kaczmarz, with bounds). Those
  // for allowed depths come last, so that they win, and only they change shares. Then smooths moves upwards
  // over the garment; shares change by hat functions around places some centimetres apart, which are smooth
  // by construction. Returns the greatest change in metres; shares by their equivalent.
  double solve(const SolveDemands& demands);

  // A state to restore if the result of solve() is worse.
  struct Snapshot {
    std::vector<double> moved, share, needed;
  };
  Snapshot snapshot() const { return {moved_, share_, needed_}; }
  void restore(const Snapshot& snapshot);
  // Restores each place by this fraction (0 to 1) and caps its move there.
  void restore_where(const Snapshot& snapshot, std::span<const double> part);

  // What restore_where() ruled out may be tried again, except where this part was taken back for good.
  void allow_moves(std::span<const double> taken_back);

  // Takes back a part (0 to 1) of every place's share, or move, for good: it will not have more again.
  void roll_back_shares(std::span<const double> part);
  void roll_back_moves(std::span<const double> part);

 private:
  struct Hat {
    std::uint32_t which;
    double height;
  };
  struct Row;
  void make_hats();
  double project(std::span<const Row> rows, bool moves, bool shares);
  double share_now(std::uint32_t place) const;
  void even_out_moves();
  void take_shares(std::span<const double> before);

  const GarmentPlaces* places_;
  ChangeLimits limits_;
  std::vector<double> moved_, share_;
  std::vector<double> needed_;          // required by some case, before smoothing
  std::vector<double> most_;            // per place: the limit of moves, lower where they were taken back
  std::vector<double> most_share_;      // per place: 1, lower where shares were taken back
  std::vector<std::vector<Hat>> hats_;  // per place; heights add up to 1
  std::vector<double> hat_change_;      // of the shares, during solve()
};

}  // namespace mannequin
