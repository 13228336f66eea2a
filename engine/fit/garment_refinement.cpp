#include "engine/fit/garment_refinement.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace mannequin {
namespace {

constexpr double kStep = 0.002;        // metres outwards
constexpr double kFromOthers = 0.005;  // metres farther out than its neighbours, at most
constexpr double kTogether = 0.08;     // metres between places that are tried together
constexpr double kNearlyAll = 0.995;   // of the cost: the other cases have hardly anything to gain
constexpr double kLeastGain = 1e-7;    // square metres per case that a step must gain
constexpr int kRounds = 12;

// Adds what a case costs to that of vertices of the body.
void add_cost(const RemedyField& field, std::size_t which, const MeasuredCase& one, double sign,
              std::vector<double>& by_body) {
  for (const Penetration& push : one.penetrations) by_body[push.body] += sign * field.costs.of(which, push);
}

// Not where it is sewn to the body, nor where nothing was wrong.
bool may_move(const RemedyField& field, std::uint32_t place) {
  return field.places.outwards[place] != Vec3(0.0) &&
         std::ranges::any_of(field.patches.of_place[place],
                             [&](const PatchShare& near) { return field.may[near.patch]; });
}

// Places that the body comes through at, and those around them; on a symmetric garment those of one side.
// Where most comes through is first.
std::vector<std::uint32_t> places_to_move(const RemedyField& field, std::span<const MeasuredCase> cases,
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
    if (w <= places.mirror[w] && around[w] > worthwhile && may_move(field, w)) out.push_back(w);
  std::ranges::stable_sort(out, [&](std::uint32_t a, std::uint32_t b) { return around[a] > around[b]; });
  return out;
}

double distance_between(const GarmentPlaces& places, std::uint32_t a, std::uint32_t b) {
  return std::min(glm::distance(places.positions[a], places.positions[b]),
                  glm::distance(places.positions[a], places.positions[places.mirror[b]]));
}

// A place that is moved a step outwards, its neighbours with it by half of that or not.
struct Move {
  std::uint32_t place = 0;
  bool wide = false;
};

// Each alone, and with its neighbours.
std::vector<Move> moves_of(std::span<const std::uint32_t> places) {
  std::vector<Move> out;
  for (const std::uint32_t place : places)
    for (const bool wide : {false, true}) out.push_back({place, wide});
  return out;
}

// Takes those from `left`, the first ones first, that are so far from each other that what each gains can be
// told apart.
std::vector<Move> take_apart(const GarmentPlaces& places, std::vector<Move>& left) {
  std::vector<Move> taken, others;
  for (const Move& one : left) {
    const bool is_far = std::ranges::all_of(taken, [&](const Move& other) {
      return distance_between(places, one.place, other.place) > kTogether;
    });
    (is_far ? taken : others).push_back(one);
  }
  left = std::move(others);
  return taken;
}

// Unless that is too far.
bool apply(const RemedyField& field, const Move& move, std::vector<double>& moves) {
  const GarmentPlaces& places = field.places;
  const auto& neighbours = places.neighbours[move.place];
  std::vector<std::pair<std::uint32_t, double>> to = {{move.place, moves[move.place] + kStep}};
  double others = 0.0;
  for (const std::uint32_t near : neighbours) {
    const bool with = move.wide && may_move(field, near);
    const double metres = with ? std::min(moves[near] + 0.5 * kStep, field.changes.limit()) : moves[near];
    if (with) to.emplace_back(near, metres);
    others += metres;
  }
  const double mean = others / static_cast<double>(std::max<std::size_t>(neighbours.size(), 1));
  if (to.front().second > std::min(field.changes.limit(), mean + kFromOthers)) return false;
  for (const auto& [place, metres] : to) moves[place] = moves[places.mirror[place]] = metres;
  return true;
}

// Per vertex of the body the number of the move that it is nearest to.
std::vector<std::size_t> nearest_of(const RemedyField& field, std::span<const Move> tried) {
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

// Improves a state step by step.
class Refinement {
 public:
  Refinement(const RemedyField& field, std::span<const GarmentRemedy> remedies, MendState& state)
      : field_(field),
        remedies_(remedies),
        state_(state),
        worthwhile_(kLeastGain * static_cast<double>(state.cases.size())) {
    state_.moves.resize(field.places.count(), 0.0);
    find_costly();
  }

  std::vector<Move> first_moves() const {
    return moves_of(places_to_move(field_, state_.cases, worthwhile_));
  }

  // Tries some of them together, which it takes from `left`; appends those that it keeps to `kept`. What is
  // gained is seen in the cases that cost something, what is lost only in all.
  Status try_some(std::vector<Move>& left, std::vector<Move>& kept) {
    std::vector<double> moves = state_.moves;
    std::vector<Move> tried = take_apart(field_.places, left);
    std::erase_if(tried, [&](const Move& one) { return !apply(field_, one, moves); });
    if (tried.empty()) return {};
    const Result<std::vector<MeasuredCase>> some = field_.measure(state_.choice, remedies_, costly_, moves);
    if (!some) return error_of(some);
    const std::vector<double> gains = gains_of(tried, *some);
    std::vector<std::size_t> order = all_of(tried.size());
    std::erase_if(order, [&](std::size_t t) { return !(gains[t] > worthwhile_); });
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return gains[a] > gains[b]; });
    // Those that gain something, or else the one that gains most.
    for (std::size_t count = order.size(); count > 0; count = count > 1 ? 1 : 0) {
      std::vector<double> next = state_.moves;
      for (const std::size_t t : std::span(order).first(count)) apply(field_, tried[t], next);
      Result<MendState> all = state_with(std::move(next));
      if (!all) return error_of(all);
      if (!(all->cost + worthwhile_ < state_.cost)) continue;
      state_ = std::move(*all);
      find_costly();
      for (const std::size_t t : std::span(order).first(count)) kept.push_back(tried[t]);
      break;
    }
    return {};
  }

  // Those moves again, and of what is around them.
  std::vector<Move> next_moves(std::span<const Move> kept) const {
    std::vector<std::uint32_t> places;
    const auto add = [&](std::uint32_t place) {
      const std::uint32_t one = std::min(place, field_.places.mirror[place]);
      if (may_move(field_, one) && std::ranges::find(places, one) == places.end()) places.push_back(one);
    };
    for (const Move& move : kept) add(move.place);
    for (const Move& move : kept)
      for (const std::uint32_t near : field_.places.neighbours[move.place]) add(near);
    return moves_of(places);
  }

 private:
  Result<MendState> state_with(std::vector<double> moves) const {
    Result<std::vector<MeasuredCase>> cases =
        field_.measure(state_.choice, remedies_, all_of(state_.cases.size()), moves);
    if (!cases) return error_of(cases);
    const double cost = field_.costs.of(*cases);
    return MendState{state_.choice, std::move(moves), std::move(*cases), cost};
  }

  void find_costly() {
    std::vector<double> cost;
    for (std::size_t i = 0; i < state_.cases.size(); ++i) cost.push_back(field_.costs.of(i, state_.cases[i]));
    costly_ = all_of(cost.size());
    std::ranges::stable_sort(costly_, [&](std::size_t a, std::size_t b) { return cost[a] > cost[b]; });
    double sum = 0.0;
    std::size_t count = 0;
    while (count < costly_.size() && sum < kNearlyAll * state_.cost) sum += cost[costly_[count++]];
    costly_.resize(count);
  }

  // `with`: the costly cases with all these moves.
  std::vector<double> gains_of(std::span<const Move> tried, std::span<const MeasuredCase> with) const {
    std::vector<double> less(field_.meter.pair.counted().size(), 0.0);
    for (std::size_t i = 0; i < costly_.size(); ++i) {
      add_cost(field_, costly_[i], state_.cases[costly_[i]], 1.0, less);
      add_cost(field_, costly_[i], with[i], -1.0, less);
    }
    const std::vector<std::size_t> near = nearest_of(field_, tried);
    std::vector<double> gain(tried.size(), 0.0);
    for (std::size_t b = 0; b < near.size(); ++b) gain[near[b]] += less[b];
    return gain;
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
  if (!(field.changes.limit() > 0.0)) return {};
  Refinement refinement(field, remedies, state);
  std::vector<Move> left = refinement.first_moves();
  for (int round = 0; round < kRounds && !left.empty(); ++round) {
    std::vector<Move> kept;
    for (const std::size_t all = left.size(); !left.empty() && !field.is_spent();) {
      const double done = 1.0 - static_cast<double>(left.size()) / static_cast<double>(all);
      if (auto status = go_on((round + done) / kRounds); !status) return status;
      if (auto status = refinement.try_some(left, kept); !status) return status;
    }
    left = field.is_spent() ? std::vector<Move>{} : refinement.next_moves(kept);
  }
  return {};
}

}  // namespace mannequin
