#include "engine/fit/garment_changes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>

namespace mannequin {
namespace {

constexpr int kSweeps = 40;                 // projection sweeps
constexpr int kSlopes = 5;                  // rings over which a step between moves is smoothed
constexpr double kLeastGain = 0.08;         // of a move: below, the triangle is parallel to it
constexpr double kLeastShareGain = 0.0025;  // the same for a share: a whole one hardly gains a millimetre
constexpr double kNothing = 1e-5;           // metres
constexpr double kNearlyDeeper = 0.002;     // metres below what is allowed that are watched
constexpr double kLeastSlope = 5e-5;        // metres that are still spread
constexpr double kLeastShare = 0.01;        // less is none
constexpr double kShareWorth = 0.010;       // metres of moves that a whole share costs as much as
constexpr double kHatsApart = 0.035, kHatReach = 0.060;  // metres over the garment

using Distance = std::pair<double, std::uint32_t>;

// Visits places by distance along the edges, in metres, up to `reach`.
template <typename Visit>
void walk_from(const GarmentPlaces& places, std::uint32_t start, double reach, Visit visit) {
  std::priority_queue<Distance, std::vector<Distance>, std::greater<>> open;
  open.push({0.0, start});
  while (!open.empty()) {
    const auto [distance, place] = open.top();
    open.pop();
    if (!visit(place, distance)) continue;
    for (const std::uint32_t neighbour : places.neighbours[place]) {
      const double there = distance + glm::length(places.positions[neighbour] - places.positions[place]);
      if (there <= reach) open.push({there, neighbour});
    }
  }
}

}  // namespace

// A constraint: changes of three corners that together must yield `lacking`.
struct GarmentChanges::Row {
  std::array<std::uint32_t, 3> place;
  std::array<double, 3> gain, share;
  double lacking;  // including the measured state
};

PenetrationOutcome outcome_of(const Penetration& push, double limit) {
  if (static_cast<double>(push.above) > limit) return PenetrationOutcome::too_deep;
  double gains = 0.0;
  for (const float gain : push.gain)
    if (gain > 0.0f) gains += static_cast<double>(gain) * static_cast<double>(gain);
  return gains > kLeastGain ? PenetrationOutcome::held : PenetrationOutcome::along;
}

GarmentChanges::GarmentChanges(const GarmentPlaces& places, const ChangeLimits& limits)
    : places_(&places),
      limits_(limits),
      moved_(places.count(), 0.0),
      share_(moved_),
      needed_(moved_),
      most_(places.count(), limits.limit),
      most_share_(places.count(), 1.0) {}

// Picks centres that are far apart, each with a hat function that falls to 0 at its reach.
void GarmentChanges::make_hats() {
  hats_.assign(places_->count(), {});
  std::vector<double> nearest(places_->count(), std::numeric_limits<double>::infinity());
  std::uint32_t count = 0;
  std::vector<double> reached(places_->count());
  for (std::uint32_t middle = 0; middle < places_->count(); ++middle) {
    if (nearest[middle] < kHatsApart) continue;
    std::ranges::fill(reached, std::numeric_limits<double>::infinity());
    walk_from(*places_, middle, kHatReach, [&](std::uint32_t place, double distance) {
      if (!(distance < reached[place])) return false;
      if (reached[place] == std::numeric_limits<double>::infinity()) {
        const double height = 1.0 - distance / kHatReach;
        if (height > 0.0) hats_[place].push_back({count, height * height});
      }
      reached[place] = distance;
      nearest[place] = std::min(nearest[place], distance);
      return true;
    });
    ++count;
  }
  for (auto& hats : hats_) {
    double sum = 0.0;
    for (const Hat& hat : hats) sum += hat.height;
    for (Hat& hat : hats) hat.height /= sum;
  }
  hat_change_.assign(count, 0.0);
}

double GarmentChanges::share_now(std::uint32_t place) const {
  double share = share_[place];
  for (const Hat& hat : hats_[place]) share += hat.height * hat_change_[hat.which];
  return std::clamp(share, 0.0, most_share_[place]);
}

double GarmentChanges::project(std::span<const Row> rows, bool moves, bool shares) {
  double largest = 0.0;
  std::vector<std::pair<std::uint32_t, double>> hats;
  for (const Row& row : rows) {
    double lacking = row.lacking, gains = 0.0;
    hats.clear();
    for (std::size_t c = 0; c < 3; ++c) {
      const std::uint32_t w = row.place[c];
      lacking -= row.gain[c] * moved_[w];
      if (moves && row.gain[c] > 0.0 && moved_[w] < most_[w]) gains += row.gain[c] * row.gain[c];
      if (row.share[c] == 0.0) continue;
      const double share = share_now(w);
      lacking -= row.share[c] * share;
      if (!shares || (row.share[c] > 0.0 ? share >= most_share_[w] : share <= 0.0)) continue;
      for (const Hat& hat : hats_[w]) {
        const auto same = std::ranges::find(hats, hat.which, &std::pair<std::uint32_t, double>::first);
        if (same == hats.end())
          hats.emplace_back(hat.which, hat.height * row.share[c]);
        else
          same->second += hat.height * row.share[c];
      }
    }
    if (!(lacking > kNothing)) continue;
    const double worth = 1.0 / (kShareWorth * kShareWorth);
    double share_gains = 0.0;
    for (const auto& hat : hats) share_gains += worth * hat.second * hat.second;
    const bool moved = gains > kLeastGain, shared = share_gains > kLeastShareGain;
    if (!moved && !shared) continue;
    gains = (moved ? gains : 0.0) + (shared ? share_gains : 0.0);
    largest = std::max(largest, lacking);
    for (std::size_t c = 0; c < 3; ++c) {
      const std::uint32_t w = row.place[c];
      if (moved && row.gain[c] > 0.0)
        moved_[w] = std::clamp(moved_[w] + lacking * row.gain[c] / gains, 0.0, most_[w]);
    }
    for (const auto& hat : hats)
      if (shared)
        hat_change_[hat.first] =
            std::clamp(hat_change_[hat.first] + lacking * worth * hat.second / gains, -1.0, 1.0);
  }
  return largest;
}

double GarmentChanges::solve(const SolveDemands& demands) {
  if (hats_.empty() && demands.shares) make_hats();
  const std::vector<double> start = moved_, share_before = share_;
  std::ranges::fill(hat_change_, 0.0);
  std::vector<Row> held, guarded;
  // With what there was when the push was measured.
  const auto row_of = [&](const auto& place, const auto& gain, const auto& share, double lacking) {
    Row row{place, {}, {}, lacking};
    for (std::size_t c = 0; c < 3; ++c) {
      row.gain[c] = static_cast<double>(gain[c]);
      row.share[c] = demands.shares ? static_cast<double>(share[c]) : 0.0;
      row.lacking += row.gain[c] * start[place[c]] + row.share[c] * share_before[place[c]];
    }
    return row;
  };
  for (std::size_t i = 0; i < demands.cases.size(); ++i)
    for (const Penetration& push : demands.cases[i].penetrations) {
      const double above = static_cast<double>(push.above), outside = static_cast<double>(push.outside);
      if (demands.counts[push.body] && above <= demands.deepest[i])
        held.push_back(row_of(push.place, push.gain, push.share, above + limits_.clearance));
      if (outside > demands.allowed[i] - kNearlyDeeper)
        guarded.push_back(row_of(push.place, push.gain_away, push.share_away, outside - demands.allowed[i]));
    }
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    const double lacking =
        std::max(project(held, demands.moves, false), project(guarded, demands.moves, demands.shares));
    if (lacking < 2.0 * kNothing) break;
  }
  if (demands.shares) take_shares(share_before);
  for (std::size_t w = 0; w < moved_.size(); ++w)
    if (moved_[w] > start[w]) needed_[w] = std::max(needed_[w], moved_[w]);
  even_out_moves();
  double change = 0.0;
  for (std::size_t w = 0; w < moved_.size(); ++w)
    change = std::max({change, moved_[w] - start[w], kShareWorth * std::abs(share_[w] - share_before[w])});
  return change;
}

// Applies the hats' changes to the shares, symmetrically on a symmetric garment.
void GarmentChanges::take_shares(std::span<const double> before) {
  std::vector<double> shares(before.size());
  for (std::uint32_t w = 0; w < shares.size(); ++w) shares[w] = share_now(w);
  for (std::uint32_t w = 0; w < shares.size(); ++w) {
    share_[w] = 0.5 * (shares[w] + shares[places_->mirror[w]]);
    if (share_[w] < kLeastShare) share_[w] = 0.0;
  }
  std::ranges::fill(hat_change_, 0.0);
}

// Smooths upwards only, each time from the needed moves alone, so that repeated rounds do not widen them.
void GarmentChanges::even_out_moves() {
  for (std::size_t w = 0; w < moved_.size(); ++w) {
    needed_[w] = std::min(std::max(needed_[w], needed_[places_->mirror[w]]), most_[w]);
    moved_[w] = needed_[w];
  }
  for (int times = 0; times < kSlopes; ++times) {
    std::vector<double> smooth = moved_;
    for (std::size_t w = 0; w < moved_.size(); ++w) {
      if (places_->neighbours[w].empty()) continue;
      double mean = 0.0;
      for (const std::uint32_t b : places_->neighbours[w]) mean += moved_[b];
      mean /= static_cast<double>(places_->neighbours[w].size());
      if (mean > moved_[w] && mean > kLeastSlope) smooth[w] = std::min(mean, most_[w]);
    }
    moved_ = std::move(smooth);
  }
}

void GarmentChanges::restore(const Snapshot& snapshot) {
  moved_ = snapshot.moved;
  share_ = snapshot.share;
  needed_ = snapshot.needed;
}

void GarmentChanges::restore_where(const Snapshot& snapshot, std::span<const double> part) {
  for (std::size_t w = 0; w < moved_.size(); ++w) {
    // With a whole part exactly what it was, without rounding.
    moved_[w] = (1.0 - part[w]) * moved_[w] + part[w] * snapshot.moved[w];
    share_[w] = (1.0 - part[w]) * share_[w] + part[w] * snapshot.share[w];
    if (!(part[w] > 0.0)) continue;
    most_[w] = moved_[w];
    needed_[w] = std::min(needed_[w], moved_[w]);
  }
}

void GarmentChanges::allow_moves(std::span<const double> taken_back) {
  for (std::size_t w = 0; w < most_.size(); ++w)
    if (!(taken_back[w] > 0.0)) most_[w] = limits_.limit;
}

void GarmentChanges::roll_back_shares(std::span<const double> part) {
  for (std::size_t w = 0; w < share_.size(); ++w) {
    most_share_[w] = std::min(most_share_[w], 1.0 - part[w]);
    share_[w] = std::min(share_[w], most_share_[w]);
  }
}

void GarmentChanges::roll_back_moves(std::span<const double> part) {
  for (std::size_t w = 0; w < moved_.size(); ++w) {
    if (!(part[w] > 0.0)) continue;
    moved_[w] *= 1.0 - part[w];
    most_[w] = moved_[w];
    needed_[w] = std::min(needed_[w], moved_[w]);
  }
}

}  // namespace mannequin
