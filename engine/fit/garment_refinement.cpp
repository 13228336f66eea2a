#include "engine/fit/garment_refinement.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace mannequin {
namespace {

constexpr double kStep = 0.002;        // metres outwards
constexpr double kFromOthers = 0.005;  // metres farther out than its neighbours, at most
constexpr double kTogether = 0.06;     // metres between places that are tried together
constexpr double kMost = 0.9;          // of the cost: steps are tried in the cases with that
constexpr double kLeastGain = 1e-7;    // square metres per case that a step must gain
constexpr double kRounding = 1e-12;    // square metres
constexpr int kRounds = 12;

// Not where it is sewn to the body, nor where nothing was wrong.
bool may_change(const RemedyField& field, std::uint32_t place) {
  return field.places.outwards[place] != Vec3(0.0) &&
         std::ranges::any_of(field.patches.of_place[place],
                             [&](const PatchShare& near) { return field.may[near.patch]; });
}

// Places that the body comes through at, and those around them; on a symmetric garment those of one side.
// Where most comes through is first.
std::vector<std::uint32_t> places_to_change(const RemedyField& field, std::span<const MeasuredCase> cases,
                                            double worthwhile) {
  const GarmentPlaces& places = field.places;
  std::vector<double> cost(places.count(), 0.0);
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (const Penetration& push : cases[i].penetrations)
      for (const std::uint32_t place : push.place)
        cost[std::min(place, places.mirror[place])] += field.costs.of(i, push) / 3.0;
  std::vector<double> around = cost;
  for (std::uint32_t w = 0; w < places.count(); ++w)
    for (const std::uint32_t near : places.neighbours[w]) {
      double& most = around[std::min(near, places.mirror[near])];
      most = std::max(most, 0.5 * cost[w]);
    }
  std::vector<std::uint32_t> out;
  for (std::uint32_t w = 0; w < places.count(); ++w)
    if (w <= places.mirror[w] && around[w] > worthwhile && may_change(field, w)) out.push_back(w);
  std::ranges::stable_sort(out, [&](std::uint32_t a, std::uint32_t b) { return around[a] > around[b]; });
  return out;
}

double distance_between(const GarmentPlaces& places, std::uint32_t a, std::uint32_t b) {
  return std::min(glm::distance(places.positions[a], places.positions[b]),
                  glm::distance(places.positions[a], places.positions[places.mirror[b]]));
}

// A place that is moved outwards, or gets the weights of this number; with `wide` its neighbours with it by
// half.
struct Step {
  std::uint32_t place = 0;
  bool wide = false;
  std::optional<std::size_t> weights = std::nullopt;
};

// Takes those from `left`, the first ones first, that are so far from each other that what each gains can be
// told apart.
std::vector<Step> take_apart(const GarmentPlaces& places, std::vector<Step>& left) {
  std::vector<Step> taken, others;
  for (const Step& one : left) {
    const bool is_far = std::ranges::all_of(taken, [&](const Step& other) {
      return distance_between(places, one.place, other.place) > kTogether;
    });
    (is_far ? taken : others).push_back(one);
  }
  left = std::move(others);
  return taken;
}

// `part` of a step. Other weights than those that a place has a share of replace them.
PlaceChange stepped(PlaceChange change, const Step& step, double part, double limit) {
  if (!step.weights) {
    change.outwards = std::min(change.outwards + part * kStep, limit);
  } else {
    const double share = change.weights == *step.weights ? change.share : 0.0;
    change.weights = *step.weights;
    change.share = std::min(share + part, 1.0);
  }
  return change;
}

// Unless that is too far, or changes nothing.
bool apply(const RemedyField& field, const Step& step, std::vector<PlaceChange>& changed) {
  const GarmentPlaces& places = field.places;
  const double limit = field.changes.limit();
  const PlaceChange then = stepped(changed[step.place], step, 1.0, limit);
  if (then == changed[step.place]) return false;
  std::vector<std::pair<std::uint32_t, PlaceChange>> to = {{step.place, then}};
  const auto& neighbours = places.neighbours[step.place];
  double others = 0.0;
  for (const std::uint32_t near : neighbours) {
    const bool with = step.wide && may_change(field, near);
    if (with) to.emplace_back(near, stepped(changed[near], step, 0.5, limit));
    others += with ? to.back().second.outwards : changed[near].outwards;
  }
  const double mean = others / static_cast<double>(std::max<std::size_t>(neighbours.size(), 1));
  if (!step.weights && then.outwards > mean + kFromOthers) return false;
  for (const auto& [place, change] : to) changed[place] = changed[places.mirror[place]] = change;
  return true;
}

// Per vertex of the body the number of the step that it is nearest to.
std::vector<std::size_t> nearest_of(const RemedyField& field, std::span<const Step> tried) {
  const std::vector<Vec3> at = field.meter.body.bound_positions();
  std::vector<std::size_t> out;
  for (const std::uint32_t b : field.meter.pair.counted()) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t best = 0;
    for (std::size_t t = 0; t < tried.size(); ++t)
      for (const std::uint32_t w : {tried[t].place, field.places.mirror[tried[t].place]})
        if (const double d = glm::distance(at[b], field.places.positions[w]); d < least) least = d, best = t;
    out.push_back(best);
  }
  return out;
}

// What a step gains, square metres.
struct Gain {
  double all = 0.0, standing = 0.0;  // over all cases; over those without a pose

  // In poses much more comes through: what that gains must not be lost where people see it always.
  bool is_worth(double least) const { return all > least && standing > -kRounding; }
};

// Improves a state step by step.
class Refinement {
 public:
  Refinement(const RemedyField& field, std::span<const GarmentRemedy> remedies, MendState& state)
      : field_(field),
        remedies_(remedies),
        state_(state),
        worthwhile_(kLeastGain * static_cast<double>(state.cases.size())) {
    state_.places.resize(field.places.count());
    find_costly();
  }

  std::vector<Step> first_steps() const {
    return steps_at(places_to_change(field_, state_.cases, worthwhile_));
  }

  // Tries some of them together, which it takes from `left`; appends those that it keeps to `kept`. What is
  // gained is seen in the cases that cost most, what is lost only in all.
  Status try_some(std::vector<Step>& left, std::vector<Step>& kept) {
    std::vector<PlaceChange> changed = state_.places;
    std::vector<Step> tried = take_apart(field_.places, left);
    std::erase_if(tried, [&](const Step& one) { return !apply(field_, one, changed); });
    if (tried.empty()) return {};
    const Result<std::vector<MeasuredCase>> some = field_.measure(state_.choice, remedies_, costly_, changed);
    if (!some) return error_of(some);
    const std::vector<Gain> gains = gains_of(tried, *some);
    std::vector<std::size_t> order = all_of(tried.size());
    std::erase_if(order, [&](std::size_t t) { return !gains[t].is_worth(worthwhile_); });
    std::ranges::stable_sort(order,
                             [&](std::size_t a, std::size_t b) { return gains[a].all > gains[b].all; });
    // Those that gain something, or else the one that gains most.
    for (std::size_t count = order.size(); count > 0; count = count > 1 ? 1 : 0) {
      std::vector<PlaceChange> next = state_.places;
      for (const std::size_t t : std::span(order).first(count)) apply(field_, tried[t], next);
      Result<MendState> all = field_.state(state_.choice, remedies_, std::move(next));
      if (!all) return error_of(all);
      if (!(all->cost + worthwhile_ < state_.cost)) continue;
      state_ = std::move(*all);
      find_costly();
      for (const std::size_t t : std::span(order).first(count)) kept.push_back(tried[t]);
      break;
    }
    return {};
  }

  // Those steps again, and around them.
  std::vector<Step> next_steps(std::span<const Step> kept) const {
    std::vector<std::uint32_t> places;
    const auto add = [&](std::uint32_t place) {
      const std::uint32_t one = std::min(place, field_.places.mirror[place]);
      if (may_change(field_, one) && std::ranges::find(places, one) == places.end()) places.push_back(one);
    };
    for (const Step& step : kept) add(step.place);
    for (const Step& step : kept)
      for (const std::uint32_t near : field_.places.neighbours[step.place]) add(near);
    return steps_at(places);
  }

 private:
  // First moves outwards, each alone and with its neighbours; then all other weights, always with the
  // neighbours, as weights must be smooth.
  std::vector<Step> steps_at(std::span<const std::uint32_t> places) const {
    std::vector<Step> out;
    for (const std::uint32_t place : places)
      for (const bool wide : {false, true})
        if (field_.changes.limit() > 0.0) out.push_back({place, wide});
    for (const std::uint32_t place : places)
      for (std::size_t w = 0; w < field_.changes.source_count(); ++w)
        if (!has_weights(place, w)) out.push_back({place, true, w});
    return out;
  }

  // Whether it has these weights and no others.
  bool has_weights(std::uint32_t place, std::size_t weights) const {
    const PlaceChange& change = state_.places[place];
    if (change.share > 0.0) return change.weights == weights && change.share >= 1.0;
    return std::ranges::all_of(field_.patches.of_place[place], [&](const PatchShare& near) {
      return remedies_[state_.choice[near.patch]].weights == weights;
    });
  }

  void find_costly() {
    std::vector<double> cost;
    for (std::size_t i = 0; i < state_.cases.size(); ++i) cost.push_back(field_.costs.of(i, state_.cases[i]));
    costly_ = all_of(cost.size());
    std::ranges::stable_sort(costly_, [&](std::size_t a, std::size_t b) { return cost[a] > cost[b]; });
    double sum = 0.0;
    std::size_t count = 0;
    while (count < costly_.size() && sum < kMost * state_.cost) sum += cost[costly_[count++]];
    costly_.resize(count);
  }

  // `with`: the costly cases with all these steps.
  std::vector<Gain> gains_of(std::span<const Step> tried, std::span<const MeasuredCase> with) const {
    const std::vector<std::size_t> nearest = nearest_of(field_, tried);
    std::vector<Gain> gains(tried.size());
    const auto add = [&](std::size_t which, const MeasuredCase& one, double sign) {
      for (const Penetration& push : one.penetrations) {
        Gain& gain = gains[nearest[push.body]];
        const double cost = sign * field_.costs.of(which, push);
        gain.all += cost;
        if (field_.cases[which].pose_number == 0) gain.standing += cost;
      }
    };
    for (std::size_t i = 0; i < costly_.size(); ++i) {
      add(costly_[i], state_.cases[costly_[i]], 1.0);
      add(costly_[i], with[i], -1.0);
    }
    return gains;
  }

  const RemedyField& field_;
  std::span<const GarmentRemedy> remedies_;
  MendState& state_;
  double worthwhile_;
  std::vector<std::size_t> costly_;  // numbers of cases, those that cost most first
};

}  // namespace

Status refine_places(const RemedyField& field, std::span<const GarmentRemedy> remedies, MendState& state,
                     const std::function<Status(double part)>& go_on) {
  Refinement refinement(field, remedies, state);
  std::vector<Step> left = refinement.first_steps();
  for (int round = 0; round < kRounds && !left.empty(); ++round) {
    std::vector<Step> kept;
    for (const std::size_t all = left.size(); !left.empty() && !field.is_spent();) {
      const double done = 1.0 - static_cast<double>(left.size()) / static_cast<double>(all);
      if (auto status = go_on((round + done) / kRounds); !status) return status;
      if (auto status = refinement.try_some(left, kept); !status) return status;
    }
    left = field.is_spent() ? std::vector<Step>{} : refinement.next_steps(kept);
  }
  return {};
}

}  // namespace mannequin
