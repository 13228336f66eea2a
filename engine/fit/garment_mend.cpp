#include "engine/fit/garment_mend.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "engine/fit/garment_patches.h"
#include "engine/fit/garment_remedies.h"
#include "engine/fit/garment_shifts.h"
#include "engine/fit/garment_weights.h"
#include "engine/math/rotation_between.h"
#include "engine/math/unit.h"

namespace mannequin {
namespace {

constexpr std::size_t kSolved = 180;    // cases that every remedy is measured on
constexpr std::size_t kEverywhere = 3;  // remedies that are tried on the whole garment in all cases
constexpr int kSweeps = 3;              // of trying other remedies in patches where much is left
constexpr int kTrials = 24;             // measurements per sweep
constexpr std::size_t kSuffered = 80, kCostly = 40, kEvenly = 60;  // cases measured in a trial
constexpr int kHolds = 6, kHoldsOfSome = 24;  // measurements of all cases, and of those that suffered
constexpr double kPosedArea = 0.05;   // of areas in other poses than that in which people view their shapes
constexpr double kExcess = 10.0;      // square metres per metre that a vertex is deeper than the case was
constexpr double kDeep = 0.01;        // square metres per metre deeper than in most cases
constexpr double kDeepFrom = 0.1;     // of the cases of a kind: which are less deep than that
constexpr double kChange = 2e-6;      // square metres per case that a step to another remedy costs
constexpr double kWorthwhile = 2e-6;  // square metres per case that another remedy must gain

// The garment during mending. Indices run over the cases, then the checks.
class Mending {
 public:
  Mending(const GarmentMendInput& input, const GarmentPair& pair, const GarmentMendOptions& options)
      : input_(input), pair_(pair), options_(options), meter_(input.meter(pair, options.threads)) {
    cases_.assign(input.cases.begin(), input.cases.end());
    cases_.insert(cases_.end(), input.checks.begin(), input.checks.end());
  }

  Result<MendedGarment> run() {
    if (auto status = prepare(); !status) return error_of(status);
    MendedGarment out;
    if (!go_on(0.0)) return stopped();
    before_ = measure(original_.surface(), all_of(cases_.size()));
    for (std::size_t i = 0; i < input_.cases.size(); ++i) out.before.cases.push_back(before_[i].at);
    out.after = out.before;
    out.meshes.assign(input_.garment.begin(), input_.garment.end());
    choice_.assign(patches_.count(), 0);
    if (out.before.area() > 0.0) {
      find_faults();
      find_limits();
      if (auto status = solve(out); !status) return error_of(status);
    }
    report_changes(out);
    return out;
  }

 private:
  static tl::unexpected<Error> stopped() { return fail(ErrorCode::bad_argument, "", "mending was stopped"); }
  bool go_on(double part) const { return !options_.progress || options_.progress(part); }

  Status prepare() {
    Result<WornGarment> built = input_.build(input_.garment);
    if (!built) return error_of(built);
    original_ = std::move(*built);
    places_ = find_places(original_.surface(), input_.body);
    const std::vector<Vec3> all = input_.body.bound_positions();
    std::vector<Vec3> counted;
    for (const std::uint32_t v : pair_.counted()) counted.push_back(all[v]);
    patches_ = make_patches(places_, counted);
    for (std::size_t b = 0; b < counted.size(); ++b) {
      double area = 0.0;
      for (const Surface::Triangle& t : pair_.around(b))
        area += glm::length(glm::cross(all[t[1]] - all[t[0]], all[t[2]] - all[t[0]])) / 6.0;
      body_area_.push_back(area);
    }
    weights_.emplace(input_.garment, places_);
    remedies_.push_back({});
    if (!options_.keep_weights) {
      if (auto status = weights_->add_transferred(input_.sources); !status) return status;
      weights_->add_attached(input_.sources);
    }
    shifts_ =
        make_shifts(places_, original_.surface(), input_.body, options_.keep_shape ? 0.0 : options_.limit);
    for (std::size_t w = 0; w <= weights_->count(); ++w)
      for (std::size_t s = 0; s < shifts_.size(); ++s)
        if (w != 0 || s != 0) remedies_.push_back({w, s, {}});
    for (GarmentRemedy& remedy : remedies_) remedy.cost = std::vector<double>(patches_.count(), 0.0);
    return {};
  }

  std::vector<MeasuredCase> measure(const FitSurface& garment, std::span<const std::size_t> which) const {
    return meter_.measure(garment, cases_, which, &places_);
  }

  // The patches that may be changed are those near places that let the body through.
  void find_faults() {
    may_.assign(patches_.count(), false);
    std::vector<char> seen(places_.count(), 0);
    for (const MeasuredCase& one : before_)
      for (const Penetration& push : one.penetrations)
        for (std::size_t c = 0; c < 3 && push.outside > kOutsideAbove; ++c) {
          if (std::exchange(seen[push.place[c]], 1) != 0) continue;
          for (const PatchShare& near : patches_.of_place[push.place[c]])
            may_[near.patch] = may_[patches_.mirror[near.patch]] = true;
        }
  }

  // How deep cases and poses may be. Cases that were less deep than most could easily become deeper; so
  // depths above theirs are to be avoided.
  void find_limits() {
    for (const bool posed : {false, true}) {
      std::vector<double> depths;
      for (std::size_t i = 0; i < cases_.size(); ++i)
        if ((cases_[i].pose_number != 0) == posed) depths.push_back(before_[i].at.depth);
      std::ranges::sort(depths);
      typical_[posed ? 1 : 0] =
          depths.empty() ? 0.0
                         : depths[static_cast<std::size_t>(kDeepFrom * static_cast<double>(depths.size()))];
    }
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      double& most = deepest_[cases_[i].pose_number];
      most = std::max(most, before_[i].at.depth);
    }
  }

  double area_share(std::size_t which) const { return cases_[which].pose_number == 0 ? 1.0 : kPosedArea; }

  double cost_of(std::size_t which, const Penetration& push) const {
    const double outside = static_cast<double>(push.outside), margin = 0.5 * options_.worse;
    const auto above = [&](double depth) { return std::max(0.0, outside - depth); };
    return (outside > kOutsideAbove ? area_share(which) * body_area_[push.body] : 0.0) +
           kExcess * above(before_[which].at.depth + margin) +
           kDeep * above(typical_[cases_[which].pose_number == 0 ? 0 : 1]);
  }

  // Per patch: half of what a body vertex costs counts where it is, half where the cloth is that it is
  // nearest to. Symmetric on a symmetric garment.
  std::vector<double> costs(std::span<const MeasuredCase> cases, std::span<const std::size_t> which,
                            std::span<const double> stands_for = {}) const {
    std::vector<double> cost(patches_.count(), 0.0);
    for (std::size_t i = 0; i < cases.size(); ++i)
      for (const Penetration& push : cases[i].penetrations) {
        const double all = (stands_for.empty() ? 1.0 : stands_for[i]) * cost_of(which[i], push);
        if (!(all > 0.0)) continue;
        for (const PatchShare& near : patches_.of_body[push.body]) cost[near.patch] += 0.5 * near.share * all;
        for (const std::uint32_t place : push.place)
          for (const PatchShare& near : patches_.of_place[place]) cost[near.patch] += near.share * all / 6.0;
      }
    std::vector<double> both = cost;
    for (std::size_t p = 0; p < cost.size(); ++p)
      if (patches_.mirror[p] != p) both[p] += cost[patches_.mirror[p]];
    return both;
  }

  double total_cost(const MeasuredCase& one, std::size_t which) const {
    double cost = 0.0;
    for (const Penetration& push : one.penetrations) cost += cost_of(which, push);
    return cost;
  }
  double total_cost(std::span<const MeasuredCase> cases) const {  // of all
    double cost = 0.0;
    for (std::size_t i = 0; i < cases.size(); ++i) cost += total_cost(cases[i], i);
    return cost;
  }

  // Builds the garment with this choice.
  Status rebuild(const RemedyChoice& choice) {
    meshes_.assign(input_.garment.begin(), input_.garment.end());
    std::vector<std::vector<double>> shares(weights_->count(), std::vector<double>(places_.count(), 0.0));
    moved_.assign(places_.count(), Vec3(0.0));
    std::vector<Vec3> positions = places_.positions;
    for (std::size_t w = 0; w < places_.count(); ++w) {
      for (const PatchShare& near : patches_.of_place[w]) {
        const GarmentRemedy& remedy = remedies_[choice[near.patch]];
        moved_[w] += near.share * shifts_[remedy.shift][w];
        if (remedy.weights > 0) shares[remedy.weights - 1][w] += near.share;
      }
      positions[w] += moved_[w];
    }
    const auto triangles = pair_.garment_triangles();
    const std::vector<Vec3> normals = place_normals(places_, triangles, places_.positions),
                            turned = place_normals(places_, triangles, positions);
    reweighted_.assign(places_.count(), 0.0);
    for (const auto& share : shares)
      for (std::size_t w = 0; w < share.size(); ++w) reweighted_[w] += share[w];
    std::size_t first = 0;
    for (std::size_t m = 0; m < meshes_.size(); ++m) {
      BoundMeshDesc& desc = meshes_[m];
      const Mat3 bind_from_mesh(desc.skin.bind_shape), mesh_from_bind = glm::inverse(bind_from_mesh);
      for (std::size_t v = 0; v < desc.mesh.positions.size(); ++v) {
        const std::uint32_t w = places_.of[first + v];
        if (moved_[w] != Vec3(0.0))
          desc.mesh.positions[v] = Vec3f(Vec3(desc.mesh.positions[v]) + mesh_from_bind * moved_[w]);
        if (normals[w] == turned[w] || desc.mesh.normals[v] == Vec3f(0.0f)) continue;
        const Vec3 normal = unit_or_zero(glm::transpose(mesh_from_bind) * Vec3(desc.mesh.normals[v]));
        desc.mesh.normals[v] = Vec3f(unit_or_zero(glm::transpose(bind_from_mesh) *
                                                  (rotation_between(normals[w], turned[w]) * normal)));
      }
      weights_->mix(m, shares, input_.binds, desc);
      first += input_.garment[m].mesh.positions.size();
    }
    Result<WornGarment> built = input_.build(meshes_);
    if (!built) return error_of(built);
    worn_ = std::move(*built);
    return {};
  }

  // Adds what these cases cost with each remedy, on the whole garment.
  Status measure_remedies(std::span<const std::size_t> which, double from, double to) {
    for (std::size_t r = 0; r < remedies_.size(); ++r) {
      if (!go_on(from + (to - from) * static_cast<double>(r) / static_cast<double>(remedies_.size())))
        return stopped();
      if (auto status = rebuild(everywhere(r)); !status) return status;
      const std::vector<double> more = costs(measure(worn_.surface(), which), which);
      for (std::size_t p = 0; p < more.size(); ++p) remedies_[r].cost[p] += more[p];
    }
    return {};
  }

  double around(std::span<const double> cost, std::size_t patch) const {
    return around_patch(patches_, cost, patch);
  }

  RemedyChoice unchanged() const { return RemedyChoice(patches_.count(), 0); }
  // The same remedy wherever one may be.
  RemedyChoice everywhere(std::size_t remedy) const {
    RemedyChoice choice = unchanged();
    for (std::size_t p = 0; p < choice.size(); ++p)
      if (may_[p]) choice[p] = remedy;
    return choice;
  }

  // The worst of all, some that could easily become deeper, and others evenly.
  std::vector<std::size_t> first_cases() const {
    std::vector<std::size_t> by_area = all_of(cases_.size()), by_depth = by_area, chosen;
    std::ranges::stable_sort(
        by_area, [&](std::size_t a, std::size_t b) { return before_[a].at.area > before_[b].at.area; });
    std::ranges::stable_sort(
        by_depth, [&](std::size_t a, std::size_t b) { return before_[a].at.depth < before_[b].at.depth; });
    std::vector<bool> taken(cases_.size(), false);
    const auto take = [&](std::span<const std::size_t> from, std::size_t most, std::size_t every,
                          auto wanted) {
      for (std::size_t i = 0, n = 0; i < from.size() && most > 0; ++i) {
        if (taken[from[i]] || !wanted(from[i]) || n++ % every != 0) continue;
        taken[from[i]] = true;
        chosen.push_back(from[i]);
        --most;
      }
    };
    const auto posed = [&](std::size_t i) { return cases_[i].pose_number != 0; };
    const auto standing = [&](std::size_t i) { return cases_[i].pose_number == 0; };
    take(by_area, kSolved / 6, 1, standing);
    take(by_area, kSolved / 6, 1, posed);
    take(by_depth, kSolved / 6, 1, posed);
    const std::size_t every = std::max<std::size_t>(cases_.size() / kSolved, 1);
    take(all_of(cases_.size()), kSolved / 4, every, standing);
    take(all_of(cases_.size()), kSolved / 4, every, posed);
    std::ranges::sort(chosen);
    return chosen;
  }

  // A state of the garment: what was chosen, and all cases with it.
  struct State {
    RemedyChoice choice;
    std::vector<MeasuredCase> cases;
    double cost = 0.0;
  };
  Result<State> state_with(RemedyChoice choice) {
    if (auto status = rebuild(choice); !status) return error_of(status);
    State out{std::move(choice), measure(worn_.surface(), all_of(cases_.size())), 0.0};
    out.cost = total_cost(out.cases);
    return out;
  }

  // Holds `choice` back where one of these cases, which were measured with it, got too deep. Remembers the
  // cases; whether there was any.
  bool refuse(std::span<const MeasuredCase> cases, std::span<const std::size_t> which,
              RefusedRemedies& refused, RemedyChoice& choice) {
    bool any = false;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const double most = before_[which[i]].at.depth + 0.5 * options_.worse;
      if (!(cases[i].at.depth > most)) continue;
      any = true;
      ++suffered_[which[i]];
      refused.mark(cases[i], most, choice);
    }
    refused.replace(choice);
    return any;
  }

  // Holds the change back around places where cases got deeper than they were, farther and farther, until
  // none is or too much would come through. Between measurements of all cases, those are measured that ever
  // were deeper.
  Status hold_back(State& state) {
    RefusedRemedies refused(patches_, remedies_);
    for (int n = 0; n < kHolds; ++n) {
      RemedyChoice choice = state.choice;
      if (!refuse(state.cases, all_of(cases_.size()), refused, choice)) break;
      const std::vector<std::size_t> some = suffered();
      for (int again = 0; again < kHoldsOfSome; ++again) {
        if (auto status = rebuild(choice); !status) return status;
        if (!refuse(measure(worn_.surface(), some), some, refused, choice)) break;
      }
      Result<State> held = state_with(std::move(choice));
      if (!held) return error_of(held);
      if (!(held->cost < state.cost)) break;
      state = std::move(*held);
    }
    return {};
  }

  // The cases that a choice made deeper, most often first.
  std::vector<std::size_t> suffered() const {
    std::vector<std::size_t> out = all_of(cases_.size());
    std::erase_if(out, [&](std::size_t i) { return suffered_[i] == 0; });
    std::ranges::stable_sort(out, [&](std::size_t a, std::size_t b) { return suffered_[a] > suffered_[b]; });
    return out;
  }

  Status solve(MendedGarment& out) {
    suffered_.assign(cases_.size(), 0);
    const std::vector<std::size_t> solved = first_cases();
    if (auto status = measure_remedies(solved, 0.1, 0.4); !status) return status;
    const auto sum = [](const GarmentRemedy& r) {
      return std::accumulate(r.cost.begin(), r.cost.end(), 0.0);
    };
    std::vector<RemedyChoice> choices;
    std::vector<std::size_t> order = all_of(remedies_.size());
    std::ranges::stable_sort(order, {}, [&](std::size_t r) { return sum(remedies_[r]); });
    for (const std::size_t r : std::span(order).first(std::min(order.size(), kEverywhere)))
      choices.push_back(everywhere(r));
    choices.push_back(
        choose_remedies(patches_, remedies_, may_, kChange * static_cast<double>(solved.size())));
    std::optional<State> first;
    for (const RemedyChoice& choice : choices) {
      if (choice == unchanged()) continue;
      Result<State> state = state_with(choice);
      if (!state) return error_of(state);
      if (!first || state->cost < first->cost) first = std::move(*state);
    }
    State best{unchanged(), before_, total_cost(before_)};
    if (first) {
      if (auto status = hold_back(*first); !status) return status;
      if (first->cost < best.cost) best = std::move(*first);
    }
    give_up_remedies(patches_, may_, remedies_, best.choice);
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      if (!go_on(0.5 + 0.5 * sweep / kSweeps)) return stopped();
      const std::size_t known = suffered().size();
      const Result<RemedyChoice> choice = try_others(best);
      if (!choice) return error_of(choice);
      if (*choice == best.choice) break;
      Result<State> state = state_with(*choice);
      if (!state) return error_of(state);
      if (auto status = hold_back(*state); !status) return status;
      // Where it was in vain, the next sweep at least knows more cases to spare.
      if (state->cost < best.cost)
        best = std::move(*state);
      else if (suffered().size() == known)
        break;
    }
    choice_ = best.choice;
    if (auto status = rebuild(choice_); !status) return status;
    for (std::size_t i = 0; i < input_.cases.size(); ++i) out.after.cases[i] = best.cases[i].at;
    out.meshes = meshes_;
    explain(best.cases, out.remains);
    count_deeper(best.cases, out);
    return {};
  }

  // Cases that stand for all: those that suffered and those that cost most, each for itself, and others
  // evenly.
  struct Sample {
    std::vector<std::size_t> which;
    std::vector<double> stands_for;  // how many cases
  };
  Sample sample_of(std::span<const MeasuredCase> now) const {
    std::vector<double> costs;
    for (std::size_t i = 0; i < now.size(); ++i) costs.push_back(total_cost(now[i], i));
    std::vector<std::size_t> order = all_of(cases_.size()), spared = suffered();
    if (spared.size() > kSuffered) spared.resize(kSuffered);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return costs[a] > costs[b]; });
    std::stable_partition(order.begin(), order.end(),
                          [&](std::size_t i) { return std::ranges::find(spared, i) != spared.end(); });
    const std::size_t costly = std::min(order.size(), spared.size() + kCostly),
                      others = order.size() - costly;
    std::ranges::sort(order.begin() + static_cast<std::ptrdiff_t>(costly), order.end());
    Sample out{{order.begin(), order.begin() + static_cast<std::ptrdiff_t>(costly)},
               std::vector<double>(costly, 1.0)};
    const std::size_t every = std::max<std::size_t>(others / kEvenly, 1);
    for (std::size_t i = costly; i < order.size(); i += every) {
      out.which.push_back(order[i]);
      out.stands_for.push_back(static_cast<double>(std::min(every, order.size() - i)));
    }
    return out;
  }

  // The patch, its neighbours and theirs, on both sides: what another remedy there can change.
  std::vector<std::uint32_t> region_of(std::uint32_t patch) const {
    std::vector<std::uint32_t> out = {patch, patches_.mirror[patch]};
    for (int ring = 0; ring < 2; ++ring)
      for (std::size_t i = 0, count = out.size(); i < count; ++i)
        out.insert(out.end(), patches_.neighbours[out[i]].begin(), patches_.neighbours[out[i]].end());
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  // Another remedy for a patch alone, or for its neighbours, too.
  struct Trial {
    std::size_t remedy = 0;
    bool alone = false;
  };
  void apply(const Trial& trial, std::uint32_t patch, RemedyChoice& choice) const {
    const auto set = [&](std::uint32_t p) {
      if (may_[p]) choice[p] = choice[patches_.mirror[p]] = trial.remedy;
    };
    set(patch);
    for (std::size_t i = 0; i < patches_.neighbours[patch].size() && !trial.alone; ++i)
      set(patches_.neighbours[patch][i]);
  }
  // Those that were cheap there come first.
  std::vector<Trial> trials_for(std::uint32_t patch) const {
    std::vector<std::size_t> order = all_of(remedies_.size());
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
      return around(remedies_[a].cost, patch) < around(remedies_[b].cost, patch);
    });
    std::vector<Trial> out;
    for (const std::size_t r : order)
      for (const bool alone : {false, true}) out.push_back({r, alone});
    return out;
  }

  // Tries other remedies where most is left, many at a time, at places so far from each other that what each
  // gains can be told apart; keeps those that gain something.
  Result<RemedyChoice> try_others(const State& from) {
    const Sample sample = sample_of(from.cases);
    std::vector<MeasuredCase> now;
    for (const std::size_t i : sample.which) now.push_back(from.cases[i]);
    std::vector<double> cost = costs(now, sample.which, sample.stands_for);
    const double worthwhile = kWorthwhile * static_cast<double>(cases_.size());
    std::vector<std::uint32_t> order;
    for (std::uint32_t p = 0; p < patches_.count(); ++p)
      if (may_[p] && p <= patches_.mirror[p] && around(cost, p) > worthwhile) order.push_back(p);
    std::ranges::stable_sort(
        order, [&](std::uint32_t a, std::uint32_t b) { return around(cost, a) > around(cost, b); });
    std::vector<std::vector<Trial>> trials;
    for (const std::uint32_t p : order) trials.push_back(trials_for(p));
    std::vector<std::size_t> next(order.size(), 0);
    RemedyChoice choice = from.choice;
    for (int n = 0; n < kTrials; ++n) {
      RemedyChoice tried = choice;
      std::vector<bool> used(patches_.count(), false);
      std::vector<std::size_t> who;
      for (std::size_t i = 0; i < order.size(); ++i) {
        const auto region = region_of(order[i]);
        if (std::ranges::any_of(region, [&](std::uint32_t p) { return used[p]; })) continue;
        RemedyChoice changed = tried;
        while (next[i] < trials[i].size() && changed == tried) apply(trials[i][next[i]++], order[i], changed);
        if (changed == tried) continue;
        tried = std::move(changed);
        who.push_back(i);
        for (const std::uint32_t p : region) used[p] = true;
      }
      if (who.empty()) break;
      if (auto status = rebuild(tried); !status) return error_of(status);
      const std::vector<double> then =
          costs(measure(worn_.surface(), sample.which), sample.which, sample.stands_for);
      for (const std::size_t i : who) {
        double gain = 0.0;
        const auto region = region_of(order[i]);
        for (const std::uint32_t p : region) gain += cost[p] - then[p];
        if (!(gain > worthwhile)) continue;
        apply(trials[i][next[i] - 1], order[i], choice);
        for (const std::uint32_t p : region) cost[p] = then[p];
      }
    }
    return choice;
  }

  void count_deeper(std::span<const MeasuredCase> after, MendedGarment& out) const {
    std::map<std::uint32_t, double> deepest;
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (after[i].at.depth > before_[i].at.depth + options_.worse) ++out.deeper;
      double& most = deepest[cases_[i].pose_number];
      most = std::max(most, after[i].at.depth);
    }
    for (const auto& [pose, depth] : deepest)
      if (depth > deepest_.at(pose) + options_.worse) ++out.deeper_poses;
  }

  void explain(std::span<const MeasuredCase> after, MendResidual& remains) const {
    for (const MeasuredCase& one : after)
      for (const Penetration& push : one.penetrations) {
        if (!(push.outside > kOutsideAbove)) continue;
        ++(static_cast<double>(push.outside) > options_.limit ? remains.too_deep : remains.open);
      }
  }

  double moved_outwards(std::uint32_t place) const {
    const double length = glm::length(moved_[place]);
    return glm::dot(moved_[place], places_.outwards[place]) < 0.0 ? -length : length;
  }

  void report_changes(MendedGarment& out) const {
    std::vector<std::size_t> patches_with(weights_->count() + 1, 0);
    for (const std::size_t r : choice_) {
      ++patches_with[remedies_[r].weights];
      out.changed = out.changed || r != 0;
    }
    constexpr std::array kSources = {MendWeights::own, MendWeights::transferred, MendWeights::copied};
    patches_with[0] = 0;
    const auto most = std::ranges::max_element(patches_with);
    if (*most > 0) out.weights = kSources[static_cast<std::size_t>(most - patches_with.begin())];
    std::size_t first = 0;
    for (const BoundMeshDesc& desc : input_.garment) {
      auto& moved = out.moved.emplace_back();
      auto& reweighted = out.reweighted.emplace_back();
      for (std::size_t v = 0; v < desc.mesh.positions.size(); ++v) {
        const std::uint32_t w = places_.of[first + v];
        moved.push_back(out.changed ? static_cast<float>(moved_outwards(w)) : 0.0f);
        reweighted.push_back(out.changed ? static_cast<float>(reweighted_[w]) : 0.0f);
      }
      first += desc.mesh.positions.size();
    }
    if (!out.changed) out.meshes.assign(input_.garment.begin(), input_.garment.end());
  }

  const GarmentMendInput& input_;
  const GarmentPair& pair_;
  const GarmentMendOptions& options_;
  CaseMeter meter_;
  std::vector<MendCase> cases_;
  std::vector<MeasuredCase> before_;
  std::array<double, 2> typical_{};          // metres: depth of cases in the usual pose, and in others
  std::map<std::uint32_t, double> deepest_;  // metres, by pose: the deepest case before
  std::vector<double> body_area_;            // per counted vertex of the body, in bind space
  WornGarment original_, worn_;
  GarmentPlaces places_;
  GarmentPatches patches_;
  std::optional<GarmentWeights> weights_;
  std::vector<GarmentRemedy> remedies_;  // the first one: nothing
  std::vector<int> suffered_;            // per case: how often a choice made it deeper
  std::vector<bool> may_;                // per patch: may be changed
  RemedyChoice choice_;
  std::vector<std::vector<Vec3>> shifts_;
  std::vector<Vec3> moved_;         // per place, of the last rebuild()
  std::vector<double> reweighted_;  // likewise
  std::vector<BoundMeshDesc> meshes_;
};

}  // namespace

FitSurface WornGarment::surface() const {
  FitSurface out;
  for (const Part& part : parts) out.meshes.push_back({&part.mesh, &part.skin});
  return out;
}

double MendMeasure::area() const {
  double sum = 0.0;
  for (const GarmentDepth& one : cases) sum += one.area;
  return sum;
}

double MendMeasure::depth() const {
  double most = 0.0;
  for (const GarmentDepth& one : cases) most = std::max(most, one.depth);
  return most;
}

MendMeasure measure_garment(const GarmentMendInput& input, const GarmentPair& pair,
                            const WornGarment& garment, std::span<const MendCase> cases, unsigned threads) {
  MendMeasure out;
  const std::vector<std::size_t> all = all_of(cases.size());
  for (const MeasuredCase& one : input.meter(pair, threads).measure(garment.surface(), cases, all))
    out.cases.push_back(one.at);
  return out;
}

Result<MendedGarment> mend_garment(const GarmentMendInput& input, const GarmentPair& pair,
                                   const GarmentMendOptions& options) {
  return Mending(input, pair, options).run();
}

}  // namespace mannequin
