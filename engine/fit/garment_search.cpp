#include "engine/fit/garment_search.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "engine/fit/garment_refinement.h"

namespace mannequin {
namespace {

constexpr std::size_t kSolved = 180;        // cases that every remedy is measured on,
constexpr std::size_t kSolvedAtLeast = 60;  // fewer where that were more vertices of the body
constexpr std::size_t kSolvedVertices = 30'000'000;
constexpr std::size_t kEverywhere = 3;        // remedies that are tried on the whole garment in all cases
constexpr int kHolds = 6, kHoldsOfSome = 24;  // measurements of all cases, and of those that suffered
// When watched poses are looked at: how much of what may be measured has been, and what they are worth then.
// The first look is to guide the search; what the last one gives back stays so.
constexpr std::array<std::pair<double, double>, 2> kLooks = {{{0.6, 0.33}, {0.86, 1.0}}};
constexpr double kChange = 2e-6;  // square metres per case that a step to another remedy costs

}  // namespace

RemedySearch::RemedySearch(const RemedyField& field, std::span<const MeasuredCase> before,
                           GarmentWatch& watch, const std::function<bool(double part)>& progress)
    : field_(field),
      before_(before),
      watch_(watch),
      progress_(progress),
      remedies_(field.changes.remedies()),
      suffered_(before.size(), 0) {}

Status RemedySearch::go_on(double part) const {
  if (progress_ && !progress_(part)) return fail(ErrorCode::bad_argument, "", "mending was stopped");
  return {};
}

// The same remedy wherever one may be.
RemedyChoice RemedySearch::everywhere(std::size_t remedy) const {
  RemedyChoice choice = unchanged();
  for (std::size_t p = 0; p < choice.size(); ++p)
    if (field_.may[p]) choice[p] = remedy;
  return choice;
}

// The worst of all, some that could easily become deeper, and others evenly.
std::vector<std::size_t> RemedySearch::first_cases() const {
  const std::vector<std::size_t> all = all_of(before_.size());
  std::vector<std::size_t> by_area = all, by_depth = all, chosen;
  std::ranges::stable_sort(
      by_area, [&](std::size_t a, std::size_t b) { return before_[a].at.area > before_[b].at.area; });
  std::ranges::stable_sort(
      by_depth, [&](std::size_t a, std::size_t b) { return before_[a].at.depth < before_[b].at.depth; });
  const std::size_t solved = std::clamp(
      kSolvedVertices / std::max<std::size_t>(remedies_.size() * field_.meter.pair.counted().size(), 1),
      kSolvedAtLeast, kSolved);
  std::vector<bool> taken(all.size(), false);
  const auto take = [&](std::span<const std::size_t> from, bool posed, std::size_t most, std::size_t every) {
    for (std::size_t i = 0, n = 0; i < from.size() && most > 0; ++i) {
      if (taken[from[i]] || (field_.cases[from[i]].pose_number != 0) != posed || n++ % every != 0) continue;
      taken[from[i]] = true;
      chosen.push_back(from[i]);
      --most;
    }
  };
  take(by_area, false, solved / 6, 1);
  take(by_area, true, solved / 6, 1);
  take(by_depth, true, solved / 6, 1);
  const std::size_t every = std::max<std::size_t>(all.size() / solved, 1);
  take(all, false, solved / 4, every);
  take(all, true, solved / 4, every);
  std::ranges::sort(chosen);
  return chosen;
}

// What these cases cost with each remedy, on the whole garment.
Status RemedySearch::measure_remedies(std::span<const std::size_t> which) {
  for (std::size_t r = 0; r < remedies_.size(); ++r) {
    if (auto status = go_on(0.1 + 0.3 * static_cast<double>(r) / static_cast<double>(remedies_.size()));
        !status)
      return status;
    const Result<std::vector<MeasuredCase>> cases = field_.measure(everywhere(r), remedies_, which);
    if (!cases) return error_of(cases);
    remedies_[r].cost = field_.costs.by_patch(*cases, which);
    remedies_[r].promise = field_.costs.promise_by_patch(*cases, which);
  }
  return {};
}

// Holds `choice` back where one of these cases, which were measured with it, got too deep. Remembers the
// cases; whether there was any.
bool RemedySearch::refuse(std::span<const MeasuredCase> cases, std::span<const std::size_t> which,
                          RefusedRemedies& refused, RemedyChoice& choice) {
  bool any = false;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const double most = field_.costs.most(which[i]);
    if (!(cases[i].at.depth > most)) continue;
    any = true;
    ++suffered_[which[i]];
    refused.mark(cases[i], most, choice);
  }
  refused.replace(choice);
  return any;
}

// Holds the change back around places where cases got deeper than they may be, farther and farther, until
// none is or too much would come through. Between measurements of all cases, those are measured that ever
// were deeper.
Status RemedySearch::hold_back(MendState& state) {
  RefusedRemedies refused(field_.patches, remedies_);
  for (int n = 0; n < kHolds; ++n) {
    RemedyChoice choice = state.choice;
    if (!refuse(state.cases, all_of(before_.size()), refused, choice)) break;
    const std::vector<std::size_t> some = suffered();
    for (int again = 0; again < kHoldsOfSome; ++again) {
      const Result<std::vector<MeasuredCase>> cases = field_.measure(choice, remedies_, some);
      if (!cases) return error_of(cases);
      if (!refuse(*cases, some, refused, choice)) break;
    }
    Result<MendState> held = field_.state(std::move(choice), remedies_);
    if (!held) return error_of(held);
    if (!(held->cost < state.cost)) break;
    state = std::move(*held);
  }
  return {};
}

// The cases that a choice made deeper, most often first.
std::vector<std::size_t> RemedySearch::suffered() const {
  std::vector<std::size_t> out = all_of(suffered_.size());
  std::erase_if(out, [&](std::size_t i) { return suffered_[i] == 0; });
  std::ranges::stable_sort(out, [&](std::size_t a, std::size_t b) { return suffered_[a] > suffered_[b]; });
  return out;
}

// What of `tried` costs less than `best` around its patches, if that is only a part.
std::optional<RemedyChoice> RemedySearch::part_that_gains(const MendState& best,
                                                          const MendState& tried) const {
  const std::vector<std::size_t> all = all_of(before_.size());
  const std::vector<double> now = field_.costs.by_patch(best.cases, all),
                            then = field_.costs.by_patch(tried.cases, all);
  RemedyChoice choice = tried.choice;
  for (std::size_t p = 0; p < choice.size(); ++p)
    if (around_patch(field_.patches, then, p) >= around_patch(field_.patches, now, p))
      choice[p] = best.choice[p];
  if (choice == tried.choice || choice == best.choice) return std::nullopt;
  return choice;
}

// Takes over `tried` or the part of it that gains, whichever costs less, if that is less than `best`.
Status RemedySearch::improve(MendState& best, MendState tried) const {
  const std::optional<RemedyChoice> part = part_that_gains(best, tried);
  if (tried.cost < best.cost) best = std::move(tried);
  if (!part) return {};
  Result<MendState> state = field_.state(*part, remedies_);
  if (!state) return error_of(state);
  if (state->cost < best.cost) best = std::move(*state);
  return {};
}

// The remedies for all that cost least, then a choice for every patch, each held back and taken over as far
// as it gains.
Result<MendState> RemedySearch::begin() {
  const std::vector<std::size_t> solved = first_cases();
  if (auto status = measure_remedies(solved); !status) return error_of(status);
  std::vector<std::size_t> order = all_of(remedies_.size());
  std::ranges::stable_sort(order, {}, [&](std::size_t r) {
    return std::accumulate(remedies_[r].cost.begin(), remedies_[r].cost.end(), 0.0);
  });
  std::vector<RemedyChoice> choices;
  for (const std::size_t r : std::span(order).first(std::min(order.size(), kEverywhere)))
    choices.push_back(everywhere(r));
  choices.push_back(
      choose_remedies(field_.patches, remedies_, field_.may, kChange * static_cast<double>(solved.size())));
  MendState best{unchanged(), {}, {before_.begin(), before_.end()}, field_.costs.of(before_)};
  for (const RemedyChoice& choice : choices) {
    if (choice == unchanged()) continue;
    Result<MendState> state = field_.state(choice, remedies_);
    if (!state) return error_of(state);
    if (auto status = hold_back(*state); !status) return error_of(status);
    if (auto status = improve(best, std::move(*state)); !status) return error_of(status);
  }
  return best;
}

Result<MendState> RemedySearch::run() {
  Result<MendState> best = begin();
  if (!best) return error_of(best);
  const double first = field_.spent();
  const auto go = [&] { return go_on(0.4 + 0.6 * (field_.spent() - first) / (1.0 - first)); };
  for (const auto& [until, worth] : kLooks) {
    if (auto status = refine_places(field_, remedies_, until, *best, go); !status) return error_of(status);
    ended_early_ = field_.spent() >= until;
    if (auto status = watch_.look(remedies_, worth, *best, go); !status) return error_of(status);
  }
  return best;
}

}  // namespace mannequin
