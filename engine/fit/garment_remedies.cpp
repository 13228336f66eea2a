#include "engine/fit/garment_remedies.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace mannequin {
namespace {

constexpr int kChoosing = 20;  // passes over the patches
constexpr int kRefusals = 4;   // of remedies of a patch, until it gets none

double steps(const GarmentRemedy& a, const GarmentRemedy& b) {
  return (a.weights == b.weights ? 0.0 : 1.0) + (a.shift == b.shift ? 0.0 : 1.0);
}

}  // namespace

double around_patch(const GarmentPatches& patches, std::span<const double> cost, std::size_t patch) {
  double sum = 0.0;
  const auto& near = patches.neighbours[patch];
  for (const std::uint32_t other : near) sum += cost[other];
  return cost[patch] + 0.5 * sum / static_cast<double>(std::max<std::size_t>(near.size(), 1));
}

RemedyChoice choose_remedies(const GarmentPatches& patches, std::span<const GarmentRemedy> remedies,
                             const std::vector<bool>& may, double change) {
  RemedyChoice choice(patches.count(), 0);
  for (int pass = 0; pass < kChoosing; ++pass)
    for (std::size_t p = 0; p < choice.size(); ++p) {
      if (!may[p]) continue;
      double least = std::numeric_limits<double>::infinity();
      std::size_t best = 0;
      for (std::size_t r = 0; r < remedies.size(); ++r) {
        double cost = around_patch(patches, remedies[r].cost, p);
        if (pass > 0)
          for (const std::uint32_t near : patches.neighbours[p])
            cost += change * steps(remedies[r], remedies[choice[near]]);
        if (cost < least) least = cost, best = r;
      }
      choice[p] = choice[patches.mirror[p]] = best;
    }
  return choice;
}

RefusedRemedies::RefusedRemedies(const GarmentPatches& patches, std::span<const GarmentRemedy> remedies)
    : patches_(patches),
      remedies_(remedies),
      refused_(patches.count(), std::vector<bool>(remedies.size(), false)),
      marked_(patches.count(), false) {}

void RefusedRemedies::mark(const MeasuredCase& one, double most, const RemedyChoice& choice) {
  std::vector<bool> changed;
  for (const std::size_t r : choice) changed.push_back(r != 0);
  for (const Penetration& push : one.penetrations)
    if (static_cast<double>(push.outside) > most)
      for (const std::uint32_t p : patches_about(patches_, push.body, push.place, changed))
        marked_[p] = marked_[patches_.mirror[p]] = true;
}

void RefusedRemedies::replace(RemedyChoice& choice) {
  for (std::uint32_t p = 0; p < marked_.size(); ++p) {
    if (!marked_[p]) continue;
    marked_[p] = false;
    refused_[p][choice[p]] = true;
    const auto cost = [&](std::size_t r) { return around_patch(patches_, remedies_[r].promise, p); };
    std::size_t best = 0;
    for (std::size_t r = 1; r < remedies_.size() && std::ranges::count(refused_[p], true) < kRefusals; ++r)
      if (!refused_[p][r] && cost(r) < cost(best)) best = r;
    choice[p] = best;
  }
}

}  // namespace mannequin
