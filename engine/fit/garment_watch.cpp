#include "engine/fit/garment_watch.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace mannequin {
namespace {

constexpr std::array kRadii = {0.012, 0.025};  // metres
constexpr double kSpotsApart = 0.06;           // metres between spots that are tried together
constexpr double kEach = 0.6;                  // of their radius, between spots of a look
constexpr std::size_t kMostSpots = 40;
constexpr double kLeastPoses = 0.3;  // that a spot must cure
// Of the body, in all standing cases together: of a large one some stand for all.
constexpr std::size_t kStandingVertices = 2'500'000;
constexpr double kFully = 0.005;  // metres: a pose that is deeper by this counts in full, by nothing half

std::vector<PlaceChange> restore(const GarmentPlaces& places, std::vector<PlaceChange> changes,
                                 std::uint32_t around, double radius) {
  for (std::uint32_t w = 0; w < places.count(); ++w) {
    const double part = share_within(places.distance(w, around), radius);
    if (!(part > 0.0)) continue;
    PlaceChange& change = changes[w];
    change.restored = std::max(change.restored, part);
    change.moved *= 1.0 - part;
    change.share *= 1.0 - part;
  }
  return changes;
}

}  // namespace

GarmentWatch::GarmentWatch(const RemedyField& field, std::span<const MeasuredCase> before,
                           std::span<const MendCase> watched, std::span<const MeasuredCase> original,
                           double worse, bool may_cover)
    : field_(field),
      is_added_(watched.size(), false),
      worse_(worse),
      may_cover_(may_cover),
      watched_{field.meter, cases_,    field.places, field.patches,      field.changes,
               field.costs, field.may, memory_,      field.most_searched} {
  const std::size_t standing = static_cast<std::size_t>(
      std::ranges::count_if(field.cases, [](const MendCase& one) { return one.pose_number == 0; }));
  const std::size_t every = standing * field.meter.pair.counted().size() / kStandingVertices + 1;
  double area = 0.0;
  std::size_t posed = watched.size(), stood = 0;
  for (std::size_t i = 0; i < field.cases.size(); ++i) {
    const bool stands = field.cases[i].pose_number == 0;
    if (!field.cases[i].bounded || (stands && stood++ % every != 0)) continue;
    cases_.push_back(field.cases[i]);
    before_.push_back(before[i]);
    if (stands)
      area += before[i].at.area;
    else
      ++posed;
  }
  first_watched_ = cases_.size();
  cases_.insert(cases_.end(), watched.begin(), watched.end());
  before_.insert(before_.end(), original.begin(), original.end());
  now_ = before_;
  area_per_pose_ = area / static_cast<double>(std::max<std::size_t>(posed, 1));
}

double GarmentWatch::excess(std::size_t which, const Penetration& push) const {
  if (cases_[which].pose_number == 0) return 0.0;
  return std::max(0.0, static_cast<double>(push.outside) - before_[which].at.depth - worse_);
}

bool GarmentWatch::is_deeper(std::size_t which) const {
  return std::ranges::any_of(now_[which].penetrations,
                             [&](const Penetration& push) { return excess(which, push) > 0.0; });
}

// Around the cloth that comes out too far, those first that do in most poses.
std::vector<GarmentWatch::Spot> GarmentWatch::find_spots(double radius) const {
  std::map<std::uint32_t, std::size_t> poses;
  for (std::size_t i = 0; i < now_.size(); ++i) {
    std::set<std::uint32_t> here;
    for (const Penetration& push : now_[i].penetrations)
      for (const std::uint32_t place : push.place)
        if (excess(i, push) > 0.0) here.insert(std::min(place, field_.places.mirror[place]));
    for (const std::uint32_t place : here) ++poses[place];
  }
  std::vector<std::pair<std::uint32_t, std::size_t>> order(poses.begin(), poses.end());
  std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<Spot> spots;
  for (const auto& [place, count] : order) {
    const bool is_far = std::ranges::all_of(spots, [&, at = place](const Spot& other) {
      return field_.places.distance(at, other.place) > kEach * radius;
    });
    if (is_far && spots.size() < kMostSpots) spots.push_back({place, radius});
  }
  return spots;
}

// `with`: these cases with all of these spots restored.
std::vector<GarmentWatch::Gain> GarmentWatch::gains_of(std::span<const Spot> tried,
                                                       std::span<const std::size_t> which,
                                                       std::span<const MeasuredCase> with) const {
  std::vector<std::uint32_t> at;
  for (const Spot& spot : tried) at.push_back(spot.place);
  const std::vector<std::size_t> nearest = field_.nearest(at);
  std::vector<Gain> gains(tried.size());
  const auto add = [&](std::size_t i, const MeasuredCase& one, double sign) {
    std::vector<double> deepest(tried.size(), 0.0);
    for (const Penetration& push : one.penetrations) {
      double& most = deepest[nearest[push.body]];
      most = std::max(most, excess(i, push));
      if (cases_[i].pose_number == 0 && push.outside > kOutsideAbove)
        gains[nearest[push.body]].area -= sign * field_.costs.area(push);
    }
    for (std::size_t t = 0; t < tried.size(); ++t)
      if (deepest[t] > 0.0) gains[t].poses += sign * 0.5 * (1.0 + std::min(1.0, deepest[t] / kFully));
  };
  for (std::size_t i = 0; i < which.size(); ++i) {
    add(which[i], now_[which[i]], 1.0);
    add(which[i], with[i], -1.0);
  }
  return gains;
}

// Some of those, far apart, at once: in the cases that are deeper and in the usual pose, and then in all.
Status GarmentWatch::try_spots(std::span<const GarmentRemedy> remedies, const RemedyChoice& choice,
                               double worth, std::vector<Spot> tried, std::vector<PlaceChange>& places) {
  const auto with = [&](std::span<const Spot> spots) {
    std::vector<PlaceChange> changes = places;
    for (const Spot& spot : spots)
      changes = restore(field_.places, std::move(changes), spot.place, spot.radius);
    return changes;
  };
  std::vector<std::size_t> which = all_of(cases_.size());
  std::erase_if(which, [&](std::size_t i) { return cases_[i].pose_number != 0 && !is_deeper(i); });
  const Result<std::vector<MeasuredCase>> some = watched_.measure(choice, remedies, which, with(tried));
  if (!some) return error_of(some);
  const auto keep_worth = [&](std::span<const Gain> gains) {
    std::vector<Spot> kept;
    for (std::size_t t = 0; t < tried.size(); ++t)
      if (gains[t].poses > kLeastPoses && gains[t].area < worth * area_per_pose_ * gains[t].poses)
        kept.push_back(tried[t]);
    tried = std::move(kept);
  };
  keep_worth(gains_of(tried, which, *some));
  for (std::size_t before = 0; !tried.empty() && before != tried.size();) {
    before = tried.size();
    Result<std::vector<MeasuredCase>> all =
        watched_.measure(choice, remedies, all_of(cases_.size()), with(tried));
    if (!all) return error_of(all);
    keep_worth(gains_of(tried, all_of(cases_.size()), *all));
    if (tried.size() < before) continue;
    places = with(tried);
    now_ = std::move(*all);
  }
  return {};
}

// False: it covers no more as it is.
Result<bool> GarmentWatch::cover_no_more(std::span<const GarmentRemedy> remedies, MendState& state) const {
  if (may_cover_) return false;
  auto places = field_.changes.without_new_cover(state.choice, remedies, state.places);
  if (!places) return error_of(places);
  const bool any = *places != state.places;
  state.places = std::move(*places);
  return any;
}

Status GarmentWatch::measure(std::span<const GarmentRemedy> remedies, const MendState& state) {
  Result<std::vector<MeasuredCase>> all =
      watched_.measure(state.choice, remedies, all_of(cases_.size()), state.places);
  if (!all) return error_of(all);
  now_ = std::move(*all);
  return {};
}

Status GarmentWatch::look(std::span<const GarmentRemedy> remedies, double worth, MendState& state,
                          const std::function<Status()>& go_on) {
  state.places.resize(field_.places.count());
  memory_.searched = field_.memory.searched;
  if (const auto covers = cover_no_more(remedies, state); !covers) return error_of(covers);
  if (auto status = measure(remedies, state); !status) return status;
  for (std::size_t i = 0; i < is_added_.size(); ++i) {
    const std::size_t c = first_watched_ + i;
    if (is_added_[i] || !is_deeper(c)) continue;
    is_added_[i] = true;
    field_.add(cases_[c], before_[c]);
  }
  for (const double radius : kRadii)
    for (std::vector<Spot> left = find_spots(radius); !left.empty() && !watched_.is_spent();) {
      field_.memory.searched = memory_.searched;  // so that progress goes on
      if (auto status = go_on(); !status) return status;
      std::vector<Spot> tried = take_apart(field_.places, left, kSpotsApart + radius);
      if (auto status = try_spots(remedies, state.choice, worth, std::move(tried), state.places); !status)
        return status;
    }
  const auto covers = cover_no_more(remedies, state);
  if (!covers) return error_of(covers);
  if (*covers)
    if (auto status = measure(remedies, state); !status) return status;
  field_.memory.searched = memory_.searched;
  Result<MendState> again = field_.state(std::move(state.choice), remedies, std::move(state.places));
  if (!again) return error_of(again);
  state = std::move(*again);
  return {};
}

}  // namespace mannequin
