#include "engine/fit/garment_refinement.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace mannequin {
namespace {

constexpr double kStep = 0.002, kStepInwards = 0.001;  // metres
constexpr double kFromOthers = 0.005;                  // metres farther than its neighbours, at most
constexpr double kTogether = 0.06;                     // metres between places that are tried together
constexpr double kMost = 0.9;        // of the cost of a kind of cases: steps are tried in those with that
constexpr double kLeastGain = 1e-7;  // square metres per case that a step must gain
constexpr double kRounding = 1e-12;  // square metres, or a share of the limit
constexpr double kFirstYield = 0.2;  // expected of kinds of steps that were not tried yet,
constexpr double kTrust = 0.02;      // as if they had been, on this share of the cost

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

// Moves outwards, inwards, and either way along the axes of bind space: in a fold cloth may have to slide
// along itself to get out of the way of other cloth.
constexpr std::size_t kMoveOutwards = 0, kMoveInwards = 1, kMoveAlongAxes = 2, kMoves = 8;

// A place that is moved, or gets other weights; with `wide` its neighbours with it by half.
struct Step {
  std::uint32_t place = 0;
  bool wide = false;
  std::size_t what = kMoveOutwards;  // a move; from kMoves on, weights by their number

  // Its number among moves of one place, and of several, and each kind of weights.
  std::size_t kind() const { return wide ? 1 + what : 0; }
  std::optional<std::size_t> weights() const {
    return what < kMoves ? std::nullopt : std::optional(what - kMoves);
  }
};

// Of a place that moves, or is beside one. Across a symmetric garment those of the other side move the other
// way, and those in the middle stay there.
Vec3 move_of(const RemedyField& field, const Step& step, std::uint32_t place) {
  const GarmentPlaces& places = field.places;
  const double limit = field.changes.limit();
  Vec3 move(0.0);
  if (step.what == kMoveOutwards) {
    move = std::min(kStep, limit) * places.outwards[place];
  } else if (step.what == kMoveInwards) {
    move = -std::min(kStepInwards, limit) * places.outwards[place];
  } else {
    const bool is_across =
        places.is_symmetric && places.positions[place].y * places.positions[step.place].y < 0.0;
    const auto axis = static_cast<int>(step.what - kMoveAlongAxes) / 2;
    const bool is_back = (step.what % 2 != 0) != (is_across && axis == 1);
    move[axis] = std::min(kStep, limit) * (is_back ? -1.0 : 1.0);
  }
  if (places.is_symmetric && places.mirror[place] == place) move.y = 0.0;
  return move;
}

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

// `part` of a step at a place. Other weights than those that it has a share of replace them.
PlaceChange stepped(const RemedyField& field, std::uint32_t place, PlaceChange change, const Step& step,
                    double part) {
  if (const auto weights = step.weights()) {
    const double share = change.weights == *weights ? change.share : 0.0;
    change.weights = *weights;
    change.share = std::min(share + part, 1.0);
  } else {
    change.moved += part * move_of(field, step, place);
  }
  return change;
}

PlaceChange mirrored(PlaceChange change) {
  change.moved.y = -change.moved.y;
  return change;
}

// Unless that is too far, or changes nothing.
bool apply(const RemedyField& field, const Step& step, std::vector<PlaceChange>& changed) {
  const GarmentPlaces& places = field.places;
  const PlaceChange then = stepped(field, step.place, changed[step.place], step, 1.0);
  if (then == changed[step.place]) return false;
  std::vector<std::pair<std::uint32_t, PlaceChange>> to = {{step.place, then}};
  const auto& neighbours = places.neighbours[step.place];
  Vec3 others(0.0);
  for (const std::uint32_t near : neighbours) {
    const bool with = step.wide && may_change(field, near);
    if (with) to.emplace_back(near, stepped(field, near, changed[near], step, 0.5));
    others += with ? to.back().second.moved : changed[near].moved;
  }
  const Vec3 mean = others / static_cast<double>(std::max<std::size_t>(neighbours.size(), 1));
  if (!step.weights() && (glm::distance(then.moved, mean) > kFromOthers ||
                          glm::length(then.moved) > (1.0 + kRounding) * field.changes.limit()))
    return false;
  // Its own place last, which a neighbour may mirror.
  for (auto one = to.rbegin(); one != to.rend(); ++one) {
    const auto& [place, change] = *one;
    changed[place] = change;
    if (places.mirror[place] != place) changed[places.mirror[place]] = mirrored(change);
  }
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
        yields_(1 + kMoves + field.changes.source_count(), state.cost) {
    state_.places.resize(field.places.count());
    look_at_state();
    for (std::uint32_t w = 0; w < field.places.count(); ++w)
      if (w <= field.places.mirror[w] && may_change(field, w)) add_steps(w);
  }

  // Drops steps that are not worth trying; once none is left, finds others around those that were kept.
  // Whether there are any.
  bool find_steps() {
    const auto is_idle = [&](const Step& step) { return !(around_[step.place] > worthwhile_); };
    std::erase_if(left_, is_idle);
    if (left_.empty()) {
      add_steps_around(std::exchange(kept_, {}));
      std::erase_if(left_, is_idle);
    }
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
      if (!(all->cost + worthwhile_ < state_.cost) || standing_cost(all->cases) > standing_) continue;
      state_ = std::move(*all);
      look_at_state();
      for (const std::size_t t : std::span(order).first(count)) kept_.push_back(tried[t].place);
      break;
    }
    return {};
  }

 private:
  double expected_of(const Step& step) const { return around_[step.place] * yields_.of(step); }

  // All moves and all other weights with its neighbours, as these must be smooth, and the move outwards alone
  // as well.
  void add_steps(std::uint32_t place) {
    if (field_.changes.limit() > 0.0) {
      left_.push_back({place, false, kMoveOutwards});
      for (std::size_t move = 0; move < kMoves; ++move) left_.push_back({place, true, move});
    }
    for (std::size_t w = 0; w < field_.changes.source_count(); ++w)
      if (!has_weights(place, w)) left_.push_back({place, true, kMoves + w});
  }

  // There and at the neighbours, each once.
  void add_steps_around(std::span<const std::uint32_t> kept) {
    std::vector<char> added(field_.places.count(), 0);
    const auto add = [&](std::uint32_t place) {
      if (std::exchange(added[place], 1) == 0) add_steps(place);
    };
    for (const std::uint32_t place : kept) {
      add(place);
      for (const std::uint32_t near : field_.places.neighbours[place])
        if (may_change(field_, near)) add(std::min(near, field_.places.mirror[near]));
    }
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
    standing_ = standing_cost(state_.cases);
    costly_.clear();
    for (const bool standing : {true, false}) add_costly(standing);
  }

  bool stands(std::size_t which) const { return field_.cases[which].pose_number == 0; }

  double standing_cost(std::span<const MeasuredCase> cases) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < cases.size(); ++i)
      if (stands(i)) sum += field_.costs.of(i, cases[i]);
    return sum;
  }

  // Those that cost most among the cases that stand, or among the others: together, a few poses that are too
  // deep would hide what stands.
  void add_costly(bool standing) {
    std::vector<std::pair<double, std::size_t>> order;  // cost and number
    for (std::size_t i = 0; i < state_.cases.size(); ++i)
      if (stands(i) == standing) order.emplace_back(field_.costs.of(i, state_.cases[i]), i);
    std::ranges::stable_sort(order, std::greater(), [](const auto& one) { return one.first; });
    double left = kMost * (standing ? standing_ : state_.cost - standing_);
    for (const auto& [cost, which] : order) {
      if (!(left > 0.0)) return;
      left -= cost;
      costly_.push_back(which);
    }
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
        if (stands(which)) gain.standing += cost;
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
  double standing_ = 0.0;            // what the cases that stand cost
  std::vector<std::size_t> costly_;  // numbers of cases
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
