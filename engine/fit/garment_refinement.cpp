#include "engine/fit/garment_refinement.h"

#include <algorithm>
#include <functional>
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
constexpr double kFirstYield = 0.2;    // expected of kinds of steps that were not tried yet,
constexpr double kTrust = 0.02;        // as if they had been, on this share of the cost

// Not where it is sewn to the body, nor where nothing was wrong.
bool may_change(const RemedyField& field, std::uint32_t place) {
  return field.places.outwards[place] != Vec3(0.0) &&
         std::ranges::any_of(field.patches.of_place[place],
                             [&](const PatchShare& near) { return field.may[near.patch]; });
}

// What comes through at each place, or at one of its neighbours by half; on a symmetric garment that of both
// sides, at places of one.
std::vector<double> costs_around(const RemedyField& field, std::span<const MeasuredCase> cases) {
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
  return around;
}

// A place that is moved outwards, or gets the weights of this number; with `wide` its neighbours with it by
// half.
struct Step {
  std::uint32_t place = 0;
  bool wide = false;
  std::optional<std::size_t> weights = std::nullopt;

  bool operator==(const Step&) const = default;
  // Its number among moves of one place and of several, and each kind of weights.
  std::size_t kind() const { return weights ? 2 + *weights : wide ? 1 : 0; }
};

// How much of the cost around a place steps of each kind have gained so far, by which those are tried first
// that may well gain most: what helps differs from garment to garment.
class StepYields {
 public:
  // `cost`: of the garment at first.
  StepYields(std::size_t kinds, double cost)
      : of_kind_(kinds, {kFirstYield * kTrust * cost, kTrust * cost}) {}

  double of(const Step& step) const { return of_kind_[step.kind()].gain / of_kind_[step.kind()].cost; }
  void add(const Step& step, double gain, double cost) {
    of_kind_[step.kind()].gain += gain;
    of_kind_[step.kind()].cost += cost;
  }

 private:
  struct Sum {
    double gain, cost;
  };
  std::vector<Sum> of_kind_;
};

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
        worthwhile_(kLeastGain * static_cast<double>(state.cases.size())),
        yields_(2 + field.changes.source_count(), state.cost) {
    state_.places.resize(field.places.count());
    look_at_state();
    for (std::uint32_t w = 0; w < field.places.count(); ++w)
      if (w <= field.places.mirror[w] && may_change(field, w)) add_steps(w);
  }

  // Drops steps that are not worth trying; once none is left, finds others around those that were kept.
  // Whether there are any.
  bool find_steps() {
    const auto is_worth = [&](const Step& step) { return around_[step.place] > worthwhile_; };
    if (std::ranges::none_of(left_, is_worth))
      for (const std::uint32_t place : std::exchange(kept_, {})) add_steps_around(place);
    std::erase_if(left_, std::not_fn(is_worth));
    return !left_.empty();
  }

  // Tries some of them together. What is gained is seen in the cases that cost most, what is lost only in
  // all.
  Status try_some() {
    std::ranges::stable_sort(left_,
                             [&](const Step& a, const Step& b) { return expected_of(a) > expected_of(b); });
    std::vector<PlaceChange> changed = state_.places;
    std::vector<Step> tried = take_apart(field_.places, left_, kTogether);
    std::erase_if(tried, [&](const Step& one) { return !apply(field_, one, changed); });
    if (tried.empty()) return {};
    const Result<std::vector<MeasuredCase>> some = field_.measure(state_.choice, remedies_, costly_, changed);
    if (!some) return error_of(some);
    const std::vector<Gain> gains = gains_of(tried, *some);
    const auto is_worth = [&](std::size_t t) { return gains[t].is_worth(worthwhile_); };
    for (std::size_t t = 0; t < tried.size(); ++t)
      yields_.add(tried[t], is_worth(t) ? gains[t].all : 0.0, around_[tried[t].place]);
    std::vector<std::size_t> order = all_of(tried.size());
    std::erase_if(order, [&](std::size_t t) { return !is_worth(t); });
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
      look_at_state();
      for (const std::size_t t : std::span(order).first(count)) kept_.push_back(tried[t].place);
      break;
    }
    return {};
  }

 private:
  double expected_of(const Step& step) const { return around_[step.place] * yields_.of(step); }

  // Moves outwards, alone and with its neighbours, and all other weights, always with the neighbours, as
  // weights must be smooth. Those that are left to be tried are not tried twice.
  void add_steps(std::uint32_t place) {
    const auto add = [&](const Step& step) {
      if (std::ranges::find(left_, step) == left_.end()) left_.push_back(step);
    };
    for (const bool wide : {false, true})
      if (field_.changes.limit() > 0.0) add({place, wide});
    for (std::size_t w = 0; w < field_.changes.source_count(); ++w)
      if (!has_weights(place, w)) add({place, true, w});
  }

  // There and at the neighbours.
  void add_steps_around(std::uint32_t place) {
    add_steps(place);
    for (const std::uint32_t near : field_.places.neighbours[place])
      if (may_change(field_, near)) add_steps(std::min(near, field_.places.mirror[near]));
  }

  // Whether it has these weights and no others.
  bool has_weights(std::uint32_t place, std::size_t weights) const {
    const PlaceChange& change = state_.places[place];
    if (change.share > 0.0) return change.weights == weights && change.share >= 1.0;
    if (change.restored >= 1.0) return weights == 0;
    return std::ranges::all_of(field_.patches.of_place[place], [&](const PatchShare& near) {
      return remedies_[state_.choice[near.patch]].weights == weights;
    });
  }

  void look_at_state() {
    around_ = costs_around(field_, state_.cases);
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
    std::vector<std::uint32_t> at;
    for (const Step& one : tried) at.push_back(one.place);
    const std::vector<std::size_t> nearest = field_.nearest(at);
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
  StepYields yields_;
  std::vector<Step> left_;           // to be tried
  std::vector<std::uint32_t> kept_;  // places of steps that were kept meanwhile
  std::vector<double> around_;       // see costs_around()
  std::vector<std::size_t> costly_;  // numbers of cases, those that cost most first
};

}  // namespace

Status refine_places(const RemedyField& field, std::span<const GarmentRemedy> remedies, double until,
                     MendState& state, const std::function<Status()>& go_on) {
  Refinement refinement(field, remedies, state);
  while (refinement.find_steps() && field.spent() < until) {
    if (auto status = go_on(); !status) return status;
    if (auto status = refinement.try_some(); !status) return status;
  }
  return {};
}

}  // namespace mannequin
