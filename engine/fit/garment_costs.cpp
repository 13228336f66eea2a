#include "engine/fit/garment_costs.h"

#include <algorithm>

namespace mannequin {
namespace {

// Of areas and usual depths, in other poses than that in which people view their shapes. There nearly every
// vertex that is outside is deep in a fold: counted in full, these would be all that the search sees. Cases
// that are bounded there have the shape that clothes are made on, and count more than others.
constexpr double kPosed = 0.05, kUnboundedPosed = 0.02;
// Square metres per metre that a vertex is deeper than the case was. In folds the nearest cloth changes with
// any change, so where all cases are bounded hardly anything can be changed: heavy shapes stand with thighs
// that cross, and cloth that follows them gets deeper there, though far less of them comes through.
constexpr double kPosedExcess = 10.0, kStandingExcess = 3.0, kUnboundedExcess = 1.0;
constexpr double kDeep = 0.01;     // square metres per metre deeper than in most cases
constexpr double kDeepFrom = 0.1;  // of the cases of a kind: which are less deep than that

}  // namespace

GarmentCosts::GarmentCosts(const CaseMeter& meter, const GarmentPatches& patches,
                           std::span<const MendCase> cases, std::span<const MeasuredCase> before,
                           double worse)
    : patches_(patches), worse_(worse) {
  const std::vector<Vec3> at = meter.body.bound_positions();
  for (std::size_t b = 0; b < meter.pair.counted().size(); ++b) {
    double area = 0.0;
    for (const Surface::Triangle& t : meter.pair.around(b))
      area += glm::length(glm::cross(at[t[1]] - at[t[0]], at[t[2]] - at[t[0]])) / 6.0;
    body_area_.push_back(area);
  }
  for (std::size_t i = 0; i < cases.size(); ++i) add(cases[i], before[i]);
  find_typical(before);
}

void GarmentCosts::add(const MendCase& one, const MeasuredCase& before) {
  cases_.push_back({one.pose_number != 0, one.bounded, before.at.depth + 0.5 * worse_});
}

// Cases that were less deep than most could easily become deeper; so depths above theirs are to be avoided.
void GarmentCosts::find_typical(std::span<const MeasuredCase> before) {
  for (const bool posed : {false, true}) {
    std::vector<double> depths;
    for (std::size_t i = 0; i < cases_.size(); ++i)
      if (cases_[i].posed == posed) depths.push_back(before[i].at.depth);
    std::ranges::sort(depths);
    if (!depths.empty())
      typical_[posed ? 1 : 0] =
          depths[static_cast<std::size_t>(kDeepFrom * static_cast<double>(depths.size()))];
  }
}

double GarmentCosts::without_excess(std::size_t which, const Penetration& push) const {
  const bool posed = cases_[which].posed;
  const double outside = static_cast<double>(push.outside);
  const double part = !posed ? 1.0 : cases_[which].bounded ? kPosed : kUnboundedPosed;
  return part * ((outside > kOutsideAbove ? body_area_[push.body] : 0.0) +
                 kDeep * std::max(0.0, outside - typical_[posed ? 1 : 0]));
}

double GarmentCosts::of(std::size_t which, const Penetration& push) const {
  const Case& one = cases_[which];
  const double price = !one.bounded ? kUnboundedExcess : one.posed ? kPosedExcess : kStandingExcess;
  return without_excess(which, push) + price * std::max(0.0, static_cast<double>(push.outside) - one.limit);
}

double GarmentCosts::of(std::size_t which, const MeasuredCase& one) const {
  double cost = 0.0;
  for (const Penetration& push : one.penetrations) cost += of(which, push);
  return cost;
}

double GarmentCosts::of(std::span<const MeasuredCase> cases) const {
  double cost = 0.0;
  for (std::size_t i = 0; i < cases.size(); ++i) cost += of(i, cases[i]);
  return cost;
}

void GarmentCosts::share_out(const Penetration& push, double cost, std::vector<double>& by_patch) const {
  for (const PatchShare& near : patches_.of_body[push.body]) by_patch[near.patch] += 0.5 * near.share * cost;
  for (const std::uint32_t place : push.place)
    for (const PatchShare& near : patches_.of_place[place]) by_patch[near.patch] += near.share * cost / 6.0;
}

std::vector<double> GarmentCosts::on_both_sides(const std::vector<double>& by_patch) const {
  std::vector<double> both = by_patch;
  for (std::size_t p = 0; p < by_patch.size(); ++p)
    if (patches_.mirror[p] != p) both[p] += by_patch[patches_.mirror[p]];
  return both;
}

std::vector<double> GarmentCosts::promise_by_patch(std::span<const MeasuredCase> cases,
                                                   std::span<const std::size_t> which) const {
  std::vector<double> cost(patches_.count(), 0.0);
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (const Penetration& push : cases[i].penetrations)
      share_out(push, without_excess(which[i], push), cost);
  return on_both_sides(cost);
}

std::vector<double> GarmentCosts::by_patch(std::span<const MeasuredCase> cases,
                                           std::span<const std::size_t> which) const {
  std::vector<double> cost(patches_.count(), 0.0);
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (const Penetration& push : cases[i].penetrations) {
      const double all = of(which[i], push);
      if (all > 0.0) share_out(push, all, cost);
    }
  return on_both_sides(cost);
}

}  // namespace mannequin
