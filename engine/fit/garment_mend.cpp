#include "engine/fit/garment_mend.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "engine/fit/garment_patches.h"
#include "engine/fit/garment_weights.h"
#include "engine/math/rotation_between.h"
#include "engine/math/unit.h"

namespace mannequin {
namespace {

constexpr std::size_t kFirstSolved = 180, kSolvedMore = 60;  // cases
constexpr int kRounds = 3;                                   // of solving on
constexpr int kLearning = 1;      // times that patches choose again, with what their neighbours' choice costs
constexpr double kLearned = 0.7;  // of that
constexpr int kChoosing = 20;     // passes over the patches
constexpr int kRepairs = 4;       // times
constexpr std::size_t kSamples = 24;     // cases
constexpr double kWorthOfCase = 0.0005;  // of what came through: more is not given up for one deeper case
constexpr std::array<double, 5> kMoves = {0.0, -0.0015, -0.003, 0.002, 0.005};  // metres outwards
constexpr double kPosedArea = 0.25;  // of areas in other poses than that in which people view their shapes
constexpr double kExcess = 3.0;      // square metres per metre that a case is deeper than it may be
constexpr double kDeep = 0.3;        // square metres per metre deeper than in most cases
constexpr double kDeepFrom = 0.1;    // of the cases of a kind: which are less deep than that
constexpr double kChange = 2e-6;     // square metres per case that a step to another remedy costs
constexpr double kRarely = 0.01;     // of the patches: remedies that are the best of fewer are given up

// What can be done about a patch.
struct Remedy {
  std::size_t weights = 0;      // 0: the garment's own; else the number of the added ones, from 1
  double moved = 0.0;           // metres outwards
  std::vector<double> cost;     // per patch, over the solved cases, with the whole garment so
  std::vector<double> learned;  // per patch: further cost beside its neighbours' remedies
};

// A choice of a remedy for each patch.
using Choice = std::vector<std::size_t>;

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
      find_typical_depths();
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
    for (std::size_t w = 0; w <= weights_->count(); ++w)
      for (const double move : kMoves) {
        const double moved = std::clamp(move, -options_.limit, options_.limit);
        const auto same = [&](const Remedy& r) { return r.weights == w && r.moved == moved; };
        if ((!options_.keep_shape || move == 0.0) && std::ranges::none_of(remedies_, same))
          remedies_.push_back({w, moved, {}});
      }
    for (Remedy& remedy : remedies_)
      remedy.cost = remedy.learned = std::vector<double>(patches_.count(), 0.0);
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

  // Cases that were less deep than most could easily become deeper; so depths above theirs are to be avoided.
  void find_typical_depths() {
    for (const bool posed : {false, true}) {
      std::vector<double> depths;
      for (std::size_t i = 0; i < cases_.size(); ++i)
        if (cases_[i].posed == posed) depths.push_back(before_[i].at.depth);
      std::ranges::sort(depths);
      typical_[posed ? 1 : 0] =
          depths.empty() ? 0.0
                         : depths[static_cast<std::size_t>(kDeepFrom * static_cast<double>(depths.size()))];
    }
  }

  // How far outside the body may be in a case.
  double allowed(std::size_t which) const { return before_[which].at.depth + 0.5 * options_.worse; }

  double cost_of(std::size_t which, const Penetration& push) const {
    const double outside = static_cast<double>(push.outside);
    const bool posed = cases_[which].posed;
    return (outside > kOutsideAbove ? (posed ? kPosedArea : 1.0) * body_area_[push.body] : 0.0) +
           kExcess * std::max(0.0, outside - allowed(which)) +
           kDeep * std::max(0.0, outside - typical_[posed ? 1 : 0]);
  }

  // Per patch: half of what a body vertex costs counts where it is, half where the cloth is that it is
  // nearest to. Symmetric on a symmetric garment.
  std::vector<double> costs(std::span<const MeasuredCase> cases, std::span<const std::size_t> which) const {
    std::vector<double> cost(patches_.count(), 0.0);
    for (std::size_t i = 0; i < cases.size(); ++i)
      for (const Penetration& push : cases[i].penetrations) {
        const double all = cost_of(which[i], push);
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

  // What it all costs: nothing may become deeper, and then little may come through.
  double total_cost(std::span<const MeasuredCase> cases, std::span<const std::size_t> which) const {
    double cost = 0.0;
    for (std::size_t i = 0; i < cases.size(); ++i)
      cost += (cases_[which[i]].posed ? kPosedArea : 1.0) * cases[i].at.area +
              kExcess * std::max(0.0, cases[i].at.depth - allowed(which[i]));
    return cost;
  }

  // Builds the garment with this choice.
  Status rebuild(const Choice& choice) {
    meshes_.assign(input_.garment.begin(), input_.garment.end());
    std::vector<std::vector<double>> shares(weights_->count(), std::vector<double>(places_.count(), 0.0));
    moved_.assign(places_.count(), 0.0);
    std::vector<Vec3> positions = places_.positions;
    for (std::size_t w = 0; w < places_.count(); ++w) {
      for (const PatchShare& near : patches_.of_place[w]) {
        const Remedy& remedy = remedies_[choice[near.patch]];
        moved_[w] += near.share * remedy.moved;
        if (remedy.weights > 0) shares[remedy.weights - 1][w] += near.share;
      }
      moved_[w] = places_.outwards[w] == Vec3(0.0) ? 0.0 : std::max(moved_[w], -places_.inwards[w]);
      positions[w] += moved_[w] * places_.outwards[w];
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
        if (moved_[w] != 0.0)
          desc.mesh.positions[v] =
              Vec3f(Vec3(desc.mesh.positions[v]) + mesh_from_bind * (moved_[w] * places_.outwards[w]));
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
      Choice whole(patches_.count(), 0);
      for (std::size_t p = 0; p < whole.size(); ++p)
        if (may_[p]) whole[p] = r;
      if (auto status = rebuild(whole); !status) return status;
      const std::vector<double> more = costs(measure(worn_.surface(), which), which);
      for (std::size_t p = 0; p < more.size(); ++p) remedies_[r].cost[p] += more[p];
    }
    return {};
  }

  // Of a patch and half of its neighbours' mean.
  double around(std::span<const double> cost, std::size_t patch) const {
    double sum = 0.0;
    const auto& near = patches_.neighbours[patch];
    for (const std::uint32_t other : near) sum += cost[other];
    return cost[patch] + 0.5 * sum / static_cast<double>(std::max<std::size_t>(near.size(), 1));
  }
  double price(const Remedy& remedy, std::size_t patch) const {
    return around(remedy.cost, patch) + remedy.learned[patch];
  }

  double step(std::size_t a, std::size_t b) const {
    const double moved = std::abs(remedies_[a].moved - remedies_[b].moved) / 0.003;
    return (remedies_[a].weights == remedies_[b].weights ? 0.0 : 1.0) + moved;
  }

  // The best remedy of each patch; among similar ones that of its neighbours.
  Choice choose(std::size_t solved) const {
    const double change = kChange * static_cast<double>(solved);
    Choice choice = choice_;
    for (int pass = 0; pass < kChoosing; ++pass)
      for (std::size_t p = 0; p < choice.size(); ++p) {
        if (!may_[p]) continue;
        double least = std::numeric_limits<double>::infinity();
        std::size_t best = 0;
        for (std::size_t r = 0; r < remedies_.size(); ++r) {
          double cost = price(remedies_[r], p);
          if (pass > 0)
            for (const std::uint32_t near : patches_.neighbours[p]) cost += change * step(r, choice[near]);
          if (cost < least) least = cost, best = r;
        }
        choice[p] = choice[patches_.mirror[p]] = best;
      }
    return choice;
  }

  // Where a choice costs more than its patches alone, together with their neighbours.
  void learn(const Choice& choice, std::span<const double> actual) {
    for (std::size_t p = 0; p < choice.size(); ++p) {
      Remedy& remedy = remedies_[choice[p]];
      remedy.learned[p] += kLearned * std::max(0.0, around(actual, p) - price(remedy, p));
    }
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
    const auto posed = [&](std::size_t i) { return cases_[i].posed; };
    const auto standing = [&](std::size_t i) { return !cases_[i].posed; };
    take(by_area, kFirstSolved / 6, 1, standing);
    take(by_area, kFirstSolved / 6, 1, posed);
    take(by_depth, kFirstSolved / 6, 1, posed);
    const std::size_t every = std::max<std::size_t>(cases_.size() / kFirstSolved, 1);
    take(all_of(cases_.size()), kFirstSolved / 4, every, standing);
    take(all_of(cases_.size()), kFirstSolved / 4, every, posed);
    std::ranges::sort(chosen);
    return chosen;
  }

  std::vector<std::size_t> became_worse(std::span<const MeasuredCase> after,
                                        std::span<const std::size_t> which) const {
    std::vector<std::size_t> worse;
    for (std::size_t i = 0; i < after.size(); ++i)
      if (after[i].at.depth > before_[which[i]].at.depth + options_.worse) worse.push_back(i);
    return worse;
  }

  // Remedies that are hardly ever the best are not worth measuring again.
  void give_up_remedies() {
    std::vector<std::size_t> best(remedies_.size(), 0);
    std::size_t all = 0;
    for (std::size_t p = 0; p < patches_.count(); ++p) {
      if (!may_[p]) continue;
      ++all;
      std::size_t least = 0;
      for (std::size_t r = 1; r < remedies_.size(); ++r)
        if (price(remedies_[r], p) < price(remedies_[least], p)) least = r;
      ++best[least];
    }
    std::vector<Remedy> kept;
    for (std::size_t r = 0; r < remedies_.size(); ++r)
      if (r == 0 || static_cast<double>(best[r]) > kRarely * static_cast<double>(all))
        kept.push_back(std::move(remedies_[r]));
    remedies_ = std::move(kept);
  }

  Status solve(MendedGarment& out) {
    std::vector<std::size_t> solved, more = first_cases();
    const std::vector<std::size_t> all = all_of(cases_.size());
    std::vector<MeasuredCase> best = before_;
    Choice best_choice = choice_;
    double least = total_cost(best, all);
    for (int round = 0; round < kRounds && !more.empty(); ++round) {
      const double from = round == 0 ? 0.1 : 0.3 + 0.1 * round, to = 0.4 + 0.1 * round;
      if (auto status = measure_remedies(more, from, to); !status) return status;
      if (round == 0) give_up_remedies();
      solved.insert(solved.end(), more.begin(), more.end());
      for (int times = 0; times <= kLearning; ++times) {
        choice_ = choose(solved.size());
        if (auto status = rebuild(choice_); !status) return status;
        if (times < kLearning) learn(choice_, costs(measure(worn_.surface(), solved), solved));
      }
      if (!go_on(to)) return stopped();
      std::vector<MeasuredCase> after = measure(worn_.surface(), all);
      more = solve_on(after, solved);
      if (const double cost = total_cost(after, all); cost < least) {
        least = cost;
        best = std::move(after);
        best_choice = choice_;
      }
    }
    choice_ = std::move(best_choice);
    if (auto status = repair_all(best); !status) return status;
    for (std::size_t i = 0; i < input_.cases.size(); ++i) out.after.cases[i] = best[i].at;
    out.meshes = meshes_;
    explain(best, out.remains);
    out.deeper = became_worse(best, all).size();
    return {};
  }

  // Cases that became worse, the worst first, and those with most left.
  std::vector<std::size_t> solve_on(std::span<const MeasuredCase> after,
                                    std::span<const std::size_t> solved) const {
    std::vector<bool> taken(cases_.size(), false);
    for (const std::size_t i : solved) taken[i] = true;
    std::vector<std::size_t> order = all_of(cases_.size()), more;
    const auto excess = [&](std::size_t i) { return std::max(0.0, after[i].at.depth - allowed(i)); };
    const auto worth = [&](std::size_t i) { return kExcess * excess(i) + after[i].at.area; };
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return worth(a) > worth(b); });
    for (const std::size_t i : order)
      if (!taken[i] && worth(i) > 0.0 && more.size() < kSolvedMore) more.push_back(i);
    std::ranges::sort(more);
    return more;
  }

  void mark_nearest(std::span<const PatchShare> near, std::vector<bool>& patches) const {
    if (near.empty()) return;
    const std::uint32_t nearest = std::ranges::max_element(near, {}, &PatchShare::share)->patch;
    patches[nearest] = patches[patches_.mirror[nearest]] = true;
  }

  // Those of the body vertices that are deeper than they may be, and of the cloth that they are nearest to.
  std::vector<bool> patches_around(const MeasuredCase& one, std::size_t which) const {
    std::vector<bool> around(patches_.count(), false);
    for (const Penetration& push : one.penetrations) {
      if (!(static_cast<double>(push.outside) > allowed(which))) continue;
      mark_nearest(patches_.of_body[push.body], around);
      for (const std::uint32_t place : push.place) mark_nearest(patches_.of_place[place], around);
    }
    return around;
  }

  // Where to change something about a case: on each side one patch, two, or all that it is about.
  std::array<std::vector<bool>, 4> repair_places(const MeasuredCase& one, std::size_t which) const {
    const auto worst = std::ranges::max_element(one.penetrations, {}, &Penetration::outside);
    std::vector<bool> body(patches_.count(), false), cloth = body;
    mark_nearest(patches_.of_body[worst->body], body);
    mark_nearest(patches_.of_place[worst->place[0]], cloth);
    std::vector<bool> both = body;
    mark_nearest(patches_.of_place[worst->place[0]], both);
    return {body, cloth, both, patches_around(one, which)};
  }

  // The remedies, the cheapest for these patches first.
  std::vector<std::size_t> cheapest_for(const std::vector<bool>& patches) const {
    std::vector<double> costs(remedies_.size(), 0.0);
    for (std::size_t p = 0; p < patches.size(); ++p)
      for (std::size_t r = 0; r < costs.size() && patches[p]; ++r) costs[r] += price(remedies_[r], p);
    std::vector<std::size_t> order = all_of(costs.size());
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return costs[a] < costs[b]; });
    return order;
  }

  // If a case is deeper than it may be, gives the patches that it is about the cheapest remedy with which it
  // is not, unless that costs too much in the samples.
  Status repair(std::size_t which, std::span<const std::size_t> samples, double& cost) {
    const MeasuredCase now = std::move(measure(worn_.surface(), {&which, 1})[0]);
    const double most = before_[which].at.depth + options_.worse;
    if (!(now.at.depth > most)) return {};
    for (const std::vector<bool>& patches : repair_places(now, which))
      for (const std::size_t r : cheapest_for(patches)) {
        Choice tried = choice_;
        for (std::size_t p = 0; p < patches.size(); ++p)
          if (patches[p] && may_[p]) tried[p] = r;
        if (tried == choice_) continue;
        if (auto status = rebuild(tried); !status) return status;
        if (measure(worn_.surface(), {&which, 1})[0].at.depth > most) continue;
        const double then = total_cost(measure(worn_.surface(), samples), samples);
        if (then > cost + kWorthOfCase * sample_cost_) continue;
        cost = then;
        choice_ = std::move(tried);
        return {};
      }
    return rebuild(choice_);
  }

  // Repairs what is deeper, a few times, since what holds one case back can push out another. `after`: all
  // cases as they are now, and then are; keeps the best state.
  Status repair_all(std::vector<MeasuredCase>& after) {
    const std::vector<std::size_t> all = all_of(cases_.size()), samples = worst_cases(kSamples);
    sample_cost_ = 0.0;
    for (const std::size_t i : samples)
      sample_cost_ += (cases_[i].posed ? kPosedArea : 1.0) * before_[i].at.area;
    Choice best = choice_;
    for (int times = 0; times < kRepairs; ++times) {
      if (!go_on(0.75 + 0.05 * times)) return stopped();
      const std::vector<std::size_t> worse = became_worse(after, all);
      if (worse.empty()) break;
      choice_ = best;
      if (auto status = rebuild(choice_); !status) return status;
      double cost = total_cost(measure(worn_.surface(), samples), samples);
      for (const std::size_t i : worse)
        if (auto status = repair(i, samples, cost); !status) return status;
      if (choice_ == best) break;
      std::vector<MeasuredCase> now = measure(worn_.surface(), all);
      if (!(total_cost(now, all) < total_cost(after, all))) break;
      best = choice_;
      after = std::move(now);
    }
    choice_ = std::move(best);
    return rebuild(choice_);
  }

  // Half of them in the pose in which people view their shapes.
  std::vector<std::size_t> worst_cases(std::size_t count) const {
    std::vector<std::size_t> order = all_of(cases_.size()), out;
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return before_[a].at.area > before_[b].at.area; });
    for (const bool posed : {false, true})
      for (std::size_t n = 0; const std::size_t i : order)
        if (cases_[i].posed == posed && n++ < count / 2) out.push_back(i);
    return out;
  }

  void explain(std::span<const MeasuredCase> after, MendResidual& remains) const {
    for (const MeasuredCase& one : after)
      for (const Penetration& push : one.penetrations) {
        if (!(push.outside > kOutsideAbove)) continue;
        ++(static_cast<double>(push.outside) > options_.limit ? remains.too_deep : remains.open);
      }
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
        moved.push_back(out.changed ? static_cast<float>(moved_[w]) : 0.0f);
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
  std::array<double, 2> typical_{};  // metres: depth of cases in the usual pose, and in others
  std::vector<double> body_area_;    // per counted vertex of the body, in bind space
  WornGarment original_, worn_;
  GarmentPlaces places_;
  GarmentPatches patches_;
  std::optional<GarmentWeights> weights_;
  std::vector<Remedy> remedies_;  // the first one: nothing
  std::vector<bool> may_;         // per patch: may be changed
  double sample_cost_ = 0.0;      // of the samples before mending
  Choice choice_;
  std::vector<double> moved_, reweighted_;  // per place, of the last rebuild()
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
