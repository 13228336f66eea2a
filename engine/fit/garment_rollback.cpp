#include "engine/fit/garment_rollback.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace mannequin {
namespace {

// Rings around a place, from its first time on; none: not yet.
struct Width {
  int shares;
  std::optional<int> moves;
};
constexpr std::array<Width, 10> kWidths = {
    {{0, {}}, {1, {}}, {2, {}}, {2, 0}, {3, 1}, {4, 2}, {6, 4}, {8, 8}, {16, 16}, {32, 32}}};
constexpr int kFirstMoves = 3;  // into these
constexpr int kEverywhere = static_cast<int>(kWidths.size());
constexpr int kFading = 4;  // rings

constexpr double kHelped = 0.9;  // of the excess: what solving for a case must leave less of
constexpr int kMostTimes = 12;   // that a case is solved for

void keep_larger(std::vector<double>& taken, const std::vector<double>& part) {
  for (std::size_t w = 0; w < taken.size(); ++w) taken[w] = std::max(taken[w], part[w]);
}

}  // namespace

GarmentRollback::GarmentRollback(const GarmentPlaces& places)
    : places_(&places), shares_(places.count(), 0.0), moves_(shares_), steps_(places.count(), 0) {}

std::vector<double> GarmentRollback::widen(const std::vector<bool>& around, bool has_shares) {
  const std::vector<double> before = moves_;
  take(around, has_shares);
  std::vector<double> of_rest;
  for (std::size_t w = 0; w < before.size(); ++w)
    of_rest.push_back(before[w] < 1.0 ? (moves_[w] - before[w]) / (1.0 - before[w]) : 1.0);
  return of_rest;
}

void GarmentRollback::take(const std::vector<bool>& around, bool has_shares) {
  const int first = has_shares ? 0 : kFirstMoves;
  std::array<std::vector<double>, kWidths.size()> seeds;
  for (std::size_t w = 0; w < around.size(); ++w) {
    if (!around[w]) continue;
    const int step = std::max(steps_[w], first);
    if (step >= kEverywhere) {
      shares_.assign(shares_.size(), 1.0);
      moves_ = shares_;
      return;
    }
    auto& seed = seeds[static_cast<std::size_t>(step)];
    if (seed.empty()) seed.assign(places_->count(), 0.0);
    seed[w] = 1.0;
  }
  for (std::size_t step = 0; step < seeds.size(); ++step) {
    if (seeds[step].empty()) continue;
    const std::vector<double> part = spread_over(*places_, seeds[step], kWidths[step].shares, kFading);
    keep_larger(shares_, part);
    if (const auto rings = kWidths[step].moves)
      keep_larger(moves_, spread_over(*places_, seeds[step], *rings, kFading));
    for (std::size_t w = 0; w < part.size(); ++w)
      if (part[w] >= 1.0) steps_[w] = std::max(steps_[w], static_cast<int>(step) + 1);
  }
}

bool StuckCases::is_stuck(std::size_t which, double excess) {
  const auto known = excess_.find(which);
  const double before = known == excess_.end() ? std::numeric_limits<double>::infinity() : known->second;
  if (known != excess_.end()) excess_.erase(known);
  if (!(excess > 0.0)) return false;
  if (excess > kHelped * before || ++times_[which] > kMostTimes) return true;
  excess_[which] = excess;
  return false;
}

}  // namespace mannequin
