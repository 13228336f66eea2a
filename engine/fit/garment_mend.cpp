#include "engine/fit/garment_mend.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/fit/garment_changes.h"
#include "engine/fit/garment_rollback.h"
#include "engine/fit/garment_weights.h"
#include "engine/math/rotation_between.h"
#include "engine/math/unit.h"

namespace mannequin {
namespace {

constexpr std::size_t kMostSolved = 220;  // cases measured in every round
constexpr std::size_t kMostAdded = 80;    // cases added if the body still comes through in them
constexpr int kRounds = 5, kLaterRounds = 2;
constexpr int kWholeRings = 2, kFadingRings = 4;  // around vertices that get new weights
constexpr double kBetterBy = 0.85;                // what new weights must bring the area to
constexpr int kPasses = 3;                        // of solving on after changes were taken back
constexpr double kDeepestPosed = 0.003;           // metres that are made up for in other poses
constexpr double kWorthwhile = 0.995;             // what a round of solving must bring the cost to
constexpr double kPosedArea = 0.3;                // of areas in other poses
constexpr double kAreaOfDepth = 0.5;              // square metres per metre
constexpr double kAnyDepth = 1e3;                 // metres: all penetrations
constexpr double kEnoughLeft = 0.01;              // of the area: less is not worth another attempt

// The garment during mending. Indices run over the cases, then the checks.
class Mending {
 public:
  Mending(const GarmentMendInput& input, const GarmentPair& pair, const GarmentMendOptions& options)
      : input_(input), pair_(pair), options_(options), meter_(input.meter(pair, options.threads)) {
    cases_.assign(input.cases.begin(), input.cases.end());
    cases_.insert(cases_.end(), input.checks.begin(), input.checks.end());
  }

  Result<MendedGarment> run() {
    Result<WornGarment> built = input_.build(input_.garment);
    if (!built) return error_of(built);
    original_ = std::move(*built);
    if (auto again = input_.build(input_.garment); again)
      worn_ = std::move(*again);
    else
      return error_of(again);
    places_ = find_places(worn_.surface(), input_.body);
    changes_.emplace(places_, ChangeLimits{options_.limit, options_.clearance});
    taken_back_.emplace(places_);
    MendedGarment out;
    if (!go_on(0.0)) return stopped();
    std::vector<MeasuredCase> before = measure(all_of(cases_.size()), 0.0);
    for (std::size_t i = 0; i < before.size(); ++i) {
      before_.push_back(before[i].at.depth);
      if (i < input_.cases.size()) out.before.cases.push_back(before[i].at);
    }
    faulty_.assign(pair_.counted().size(), false);
    note_faults(before);
    if (area_of(std::span(before).first(input_.cases.size())) > 0.0) {
      choose_cases(std::span(before).first(input_.cases.size()));
      area_before_ = area_of(before);
      if (!go_on(0.2)) return stopped();
      before.clear();
      before.shrink_to_fit();
      if (!options_.keep_weights)
        if (auto status = try_weights(out.weights); !status) return error_of(status);
      if (auto status = solve(0.4, 0.6, kRounds); !status) return error_of(status);
      if (auto status = finish(out); !status) return error_of(status);
    } else {
      out.after = out.before;
    }
    out.meshes = meshes_;
    if (out.meshes.empty()) out.meshes.assign(input_.garment.begin(), input_.garment.end());
    report_changes(out);
    if (!out.changed) out.meshes.assign(input_.garment.begin(), input_.garment.end());
    return out;
  }

 private:
  static tl::unexpected<Error> stopped() { return fail(ErrorCode::bad_argument, "", "mending was stopped"); }
  bool go_on(double part) const { return !options_.progress || options_.progress(part); }

  std::vector<MeasuredCase> measure(std::span<const std::size_t> which, double within) const {
    if (!other_) return meter_.measure(worn_.surface(), cases_, which, &places_, within);
    const WeightEnds ends{original_.surface(), other_->surface()};
    return meter_.measure(worn_.surface(), cases_, which, &places_, within, &ends);
  }

  void note_faults(std::span<const MeasuredCase> cases) {
    for (const MeasuredCase& one : cases)
      for (const Penetration& push : one.penetrations)
        if (push.outside > kOutsideAbove) faulty_[push.body] = true;
  }

  // Picks the cases with the largest area, and for each body vertex the one where it is outermost.
  void choose_cases(std::span<const MeasuredCase> before) {
    std::vector<std::size_t> order = all_of(before.size());
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return before[a].at.area > before[b].at.area; });
    std::vector<float> deepest(pair_.counted().size(), static_cast<float>(kOutsideAbove));
    std::vector<std::size_t> at(deepest.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i)
      for (const Penetration& push : before[i].penetrations)
        if (push.outside > deepest[push.body]) {
          deepest[push.body] = push.outside;
          at[push.body] = i;
        }
    std::vector<std::size_t> covers(before.size(), 0);
    for (const std::size_t i : at)
      if (i < covers.size()) ++covers[i];
    std::vector<std::size_t> by_cover = all_of(before.size());
    std::ranges::stable_sort(by_cover, [&](std::size_t a, std::size_t b) { return covers[a] > covers[b]; });
    std::vector<char> chosen(before.size(), 0);
    const auto take = [&](std::span<const std::size_t> from, std::size_t most, auto wanted) {
      for (const std::size_t i : from) {
        if (solved_.size() >= most) break;
        if (chosen[i] != 0 || !wanted(i)) continue;
        chosen[i] = 1;
        solved_.push_back(i);
      }
    };
    // Half of them in the pose in which people view their shapes.
    take(by_cover, kMostSolved / 4, [&](std::size_t i) { return covers[i] > 0 && !cases_[i].posed; });
    take(order, kMostSolved / 2, [&](std::size_t i) { return before[i].at.area > 0.0 && !cases_[i].posed; });
    take(by_cover, 3 * kMostSolved / 4, [&](std::size_t i) { return covers[i] > 0; });
    take(order, kMostSolved, [&](std::size_t i) { return before[i].at.area > 0.0; });
    std::ranges::sort(solved_);
  }

  // Rebuilds the meshes with the current weights and moves.
  Status rebuild() {
    meshes_.assign(input_.garment.begin(), input_.garment.end());
    const std::vector<double>& moved = changes_->moved();
    std::vector<Vec3> positions = places_.positions;
    for (std::size_t w = 0; w < positions.size(); ++w) positions[w] += moved[w] * places_.outwards[w];
    const auto triangles = pair_.garment_triangles();
    const std::vector<Vec3> normals = place_normals(places_, triangles, places_.positions),
                            turned = place_normals(places_, triangles, positions);
    std::size_t first = 0;
    for (std::size_t m = 0; m < meshes_.size(); ++m) {
      BoundMeshDesc& desc = meshes_[m];
      const Mat3 bind_from_mesh(desc.skin.bind_shape), mesh_from_bind = glm::inverse(bind_from_mesh);
      for (std::size_t v = 0; v < desc.mesh.positions.size(); ++v) {
        const std::uint32_t w = places_.of[first + v];
        if (moved[w] > 0.0)
          desc.mesh.positions[v] =
              Vec3f(Vec3(desc.mesh.positions[v]) + mesh_from_bind * (moved[w] * places_.outwards[w]));
        if (normals[w] == turned[w] || desc.mesh.normals[v] == Vec3f(0.0f)) continue;
        const Vec3 normal = unit_or_zero(glm::transpose(mesh_from_bind) * Vec3(desc.mesh.normals[v]));
        desc.mesh.normals[v] = Vec3f(unit_or_zero(glm::transpose(bind_from_mesh) *
                                                  (rotation_between(normals[w], turned[w]) * normal)));
      }
      if (weights_) weights_->mix(m, changes_->share(), input_.binds, desc);
      first += input_.garment[m].mesh.positions.size();
    }
    Result<WornGarment> built = input_.build(meshes_);
    if (!built) return error_of(built);
    worn_ = std::move(*built);
    return {};
  }

  // 1 at the places where the body pokes through, fading to 0 around them.
  std::vector<double> around_faults(std::span<const MeasuredCase> cases) const {
    std::vector<double> share(places_.count(), 0.0);
    for (const MeasuredCase& one : cases)
      for (const Penetration& push : one.penetrations)
        for (std::size_t c = 0; c < 3 && push.outside > kOutsideAbove; ++c) share[push.place[c]] = 1.0;
    return spread_over(places_, std::move(share), kWholeRings, kFadingRings);
  }

  Status try_weights(MendWeights& chosen) {
    const std::vector<MeasuredCase> own = measure(solved_, 0.0);
    double best = area_of(own) * kBetterBy;
    changes_->set_share(around_faults(own));
    weights_.emplace(input_.garment, places_);
    std::vector<WeightTable> best_tables;
    for (const auto& [method, name] : {std::pair(BindMethod::transfer, MendWeights::transferred),
                                       std::pair(BindMethod::copy, MendWeights::copied)}) {
      if (auto status = weights_->take(input_.sources, method); !status) return status;
      if (auto status = rebuild(); !status) return status;
      const double area = area_of(meter_.measure(worn_.surface(), cases_, solved_));
      if (!go_on(name == MendWeights::transferred ? 0.3 : 0.4)) return stopped();
      if (!(area < best)) continue;
      // The second method must improve on this by the same factor.
      best = area * kBetterBy;
      best_tables = weights_->swap({});
      chosen = name;
    }
    weights_->swap(std::move(best_tables));
    if (weights_->taken()) {
      // Faults that the new weights mended need no further changes.
      faulty_.assign(faulty_.size(), false);
      if (auto status = find_other(); !status) return status;
    } else {
      changes_->set_share(std::vector<double>(places_.count(), 0.0));
    }
    return rebuild();
  }

  // The garment with the body's weights everywhere.
  Status find_other() {
    std::vector<BoundMeshDesc> meshes(input_.garment.begin(), input_.garment.end());
    const std::vector<double> whole(places_.count(), 1.0);
    for (std::size_t m = 0; m < meshes.size(); ++m) weights_->mix(m, whole, input_.binds, meshes[m]);
    Result<WornGarment> other = input_.build(meshes);
    if (!other) return error_of(other);
    other_ = std::move(*other);
    return {};
  }

  // The cost to minimise: the area, weighted less in other poses, and how much deeper cases became.
  double cost_of(std::span<const MeasuredCase> cases) const {
    double cost = 0.0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const std::size_t which = solved_[i];
      cost += (cases_[which].posed ? kPosedArea : 1.0) * cases[i].at.area;
      cost += kAreaOfDepth * std::max(0.0, cases[i].at.depth - allowed(which));
    }
    return cost;
  }

  // Alternates measuring and projecting over one range of the progress. Undoes a round locally where it made
  // things worse, and if that is not enough, entirely.
  Status solve(double from, double to, int rounds) {
    if (options_.keep_shape && !other_) return {};
    std::optional<GarmentChanges::Snapshot> best;
    double least = 0.0;
    std::vector<MeasuredCase> cases;
    bool mixed = false;  // the current state: the best one, and parts of what was tried next
    for (int round = 0;; ++round) {
      std::vector<MeasuredCase> now = measure(solved_, options_.clearance);
      const double cost = cost_of(now);
      if (!go_on(from + (to - from) * round / (rounds + 1.0))) return stopped();
      const bool better = !best || cost < kWorthwhile * least, last = round == rounds;
      if (!better && (last || mixed)) {
        changes_->restore(*best);
        return rebuild();
      }
      if (better) {
        cases = std::move(now);
        note_faults(cases);
        best = changes_->snapshot();
        least = cost;
        if (last || least == 0.0) return {};
        std::vector<double> limits, deepest;
        for (const std::size_t i : solved_) {
          limits.push_back(allowed(i));
          deepest.push_back(cases_[i].posed ? kDeepestPosed : options_.limit);
        }
        changes_->solve({cases, faulty_, limits, deepest, !options_.keep_shape, options_.keep_shape});
      } else {
        changes_->restore_where(*best, worsened(cases, now));
      }
      mixed = !better;
      if (auto status = rebuild(); !status) return status;
    }
  }

  // 1 at and around places where the body comes out farther than before, summed over all cases.
  std::vector<double> worsened(std::span<const MeasuredCase> then, std::span<const MeasuredCase> now) const {
    std::vector<double> harm(places_.count(), 0.0);
    std::vector<double> outside(pair_.counted().size());
    for (std::size_t i = 0; i < now.size(); ++i) {
      const auto add = [&](const Penetration& push, double metres) {
        const double weight = cases_[solved_[i]].posed ? kPosedArea : 1.0;
        for (const std::uint32_t w : push.place) harm[w] += weight * metres;
      };
      std::ranges::fill(outside, 0.0);
      for (const Penetration& push : then[i].penetrations)
        outside[push.body] = std::max(0.0, static_cast<double>(push.outside));
      for (const Penetration& push : now[i].penetrations) {
        add(push, std::max(0.0, static_cast<double>(push.outside)) - outside[push.body]);
        outside[push.body] = 0.0;
      }
      // The new penetrations no longer include vertices that are well under the garment now.
      for (const Penetration& push : then[i].penetrations) add(push, -outside[push.body]);
    }
    for (int times = 0; times < kWholeRings; ++times) {
      std::vector<double> wider = harm;
      for (std::size_t w = 0; w < harm.size(); ++w)
        for (const std::uint32_t neighbour : places_.neighbours[w]) wider[w] += harm[neighbour];
      harm = std::move(wider);
    }
    std::vector<double> part;
    for (const double sum : harm) part.push_back(sum > 0.0 ? 1.0 : 0.0);
    return spread_over(places_, std::move(part), 0, kFadingRings);
  }

  // How far outside the body may be in a case.
  double allowed(std::size_t which) const { return before_[which] + 0.5 * options_.worse; }

  // Measures everything and solves on with what is left or became worse; then takes back what still is worse,
  // and solves on as long as that leaves less.
  Status finish(MendedGarment& out) {
    const std::vector<std::size_t> all = all_of(cases_.size());
    {
      const std::vector<MeasuredCase> after = measure(all, 0.0);
      solve_on(after, became_worse(after, all));
    }
    if (auto status = solve(0.6, 0.65, kLaterRounds); !status) return status;
    std::optional<GarmentChanges::Snapshot> best;
    std::vector<MeasuredCase> least;
    for (int pass = 0;; ++pass) {
      const double from = 0.7 + 0.07 * pass;
      std::vector<MeasuredCase> after;
      if (auto status = best ? settle(*best, after, from) : roll_back_worse(after, from); !status)
        return status;
      if (best && area_of(after) >= kWorthwhile * area_of(least)) break;
      best = changes_->snapshot();
      least = std::move(after);
      if (pass == kPasses || area_of(least) <= kEnoughLeft * area_before_) break;
      solve_on(least, deeper_);
      // With other weights than then, moves may do.
      changes_->allow_moves(taken_back_->moves());
      if (auto status = solve(from + 0.04, from + 0.07, kLaterRounds); !status) return status;
    }
    changes_->restore(*best);
    if (auto status = rebuild(); !status) return status;
    out.after.cases.clear();
    for (std::size_t i = 0; i < input_.cases.size(); ++i) out.after.cases.push_back(least[i].at);
    explain(least, out.remains);
    return {};
  }

  static void add_to(std::vector<std::size_t>& cases, std::span<const std::size_t> more) {
    cases.insert(cases.end(), more.begin(), more.end());
    std::ranges::sort(cases);
    cases.erase(std::unique(cases.begin(), cases.end()), cases.end());
  }

  std::vector<std::size_t> became_worse(std::span<const MeasuredCase> after,
                                        std::span<const std::size_t> which) const {
    std::vector<std::size_t> worse;
    for (std::size_t i = 0; i < after.size(); ++i)
      if (after[i].at.depth > before_[which[i]] + options_.worse) worse.push_back(which[i]);
    return worse;
  }

  // Until no case is deeper than it was; all as measured then. Until then only those are measured again that
  // were worse, and solved for together: smooth changes that hold them back. Where that does not help, as in
  // folds, where the nearest triangle is another one each time, changes are taken back.
  Status roll_back_worse(std::vector<MeasuredCase>& after, double progress) {
    const std::vector<std::size_t> all = all_of(cases_.size());
    std::vector<std::size_t> which = all;
    StuckCases stuck;
    while (true) {
      if (!go_on(progress)) return stopped();
      after = measure(which, 0.0);
      const std::vector<std::size_t> worse = became_worse(after, which);
      if (worse.empty() && which.size() == all.size()) return {};
      if (worse.empty()) {
        which = all;
        stuck.forget();
        continue;
      }
      std::vector<std::size_t> left;
      for (std::size_t i = 0; i < after.size(); ++i)
        if (stuck.is_stuck(which[i], after[i].at.depth - before_[which[i]] - options_.worse))
          left.push_back(which[i]);
      if (!left.empty()) take_back(left);
      hold_back(after, which);
      if (auto status = rebuild(); !status) return status;
      add_to(deeper_, worse);
      which = deeper_;
    }
  }

  // Of what was solved on from `good`, in which no case was deeper, as much as leaves it so: goes back to it
  // around places through which cases became deeper, wider each time.
  Status settle(const GarmentChanges::Snapshot& good, std::vector<MeasuredCase>& after, double progress) {
    const GarmentChanges::Snapshot solved = changes_->snapshot();
    GarmentRollback back(places_);
    const std::vector<std::size_t> all = all_of(cases_.size());
    std::vector<std::size_t> which = all, watched;
    while (true) {
      if (!go_on(progress)) return stopped();
      after = measure(which, 0.0);
      const std::vector<std::size_t> worse = became_worse(after, which);
      if (worse.empty() && which.size() == all.size()) return {};
      if (worse.empty()) {
        which = all;
        continue;
      }
      back.widen(deeper_places(after, which), false);
      changes_->restore(solved);
      changes_->restore_where(good, back.moves());
      if (auto status = rebuild(); !status) return status;
      add_to(watched, worse);
      which = watched;
    }
  }

  // Around the places through which these cases are deeper.
  void take_back(std::span<const std::size_t> which) {
    const std::vector<bool> deeper = deeper_places(measure(which, 0.0), which);
    changes_->roll_back_moves(taken_back_->widen(deeper, weights_ && weights_->taken()));
    changes_->roll_back_shares(taken_back_->shares());
  }

  // The least change by which these cases are no deeper than they may be.
  void hold_back(std::span<const MeasuredCase> after, std::span<const std::size_t> which) {
    std::vector<double> limits;
    for (const std::size_t i : which) limits.push_back(allowed(i));
    const std::vector<double> deepest(which.size(), 0.0);
    const std::vector<bool> none(pair_.counted().size(), false);
    changes_->solve({after, none, limits, deepest, !options_.keep_shape, other_.has_value()});
  }

  // The cases with most left, half of them in the pose in which people see their shapes, and those that
  // became worse, are solved on from now on.
  void solve_on(std::span<const MeasuredCase> after, std::span<const std::size_t> worse) {
    std::vector<std::size_t> left = all_of(after.size());
    std::ranges::stable_sort(
        left, [&](std::size_t a, std::size_t b) { return after[a].at.area > after[b].at.area; });
    for (const bool posed : {false, true}) {
      std::size_t room = kMostAdded / 2;
      for (const std::size_t i : left)
        if (room > 0 && after[i].at.area > 0.0 && cases_[i].posed == posed) {
          solved_.push_back(i);
          --room;
        }
    }
    add_to(solved_, worse.first(std::min(worse.size(), kMostAdded)));
  }

  // The places through which the body comes farther than before, and those that it was nearest to before,
  // without which it now is nearer to others.
  std::vector<bool> deeper_places(std::span<const MeasuredCase> after,
                                  std::span<const std::size_t> which) const {
    std::vector<bool> places(places_.count(), false);
    std::vector<std::size_t> deeper;
    std::vector<std::vector<bool>> through;  // per deeper case and counted vertex of the body
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (!(after[i].at.depth > before_[which[i]] + options_.worse)) continue;
      deeper.push_back(which[i]);
      through.emplace_back(pair_.counted().size(), false);
      for (const Penetration& push : after[i].penetrations) {
        if (!(static_cast<double>(push.outside) > allowed(which[i]))) continue;
        through.back()[push.body] = true;
        for (const std::uint32_t w : push.place) places[w] = true;
      }
    }
    const std::vector<MeasuredCase> then =
        meter_.measure(original_.surface(), cases_, deeper, &places_, kAnyDepth);
    for (std::size_t i = 0; i < then.size(); ++i)
      for (const Penetration& push : then[i].penetrations)
        if (through[i][push.body])
          for (const std::uint32_t w : push.place) places[w] = true;
    return places;
  }

  void explain(std::span<const MeasuredCase> after, MendResidual& remains) const {
    const std::vector<double>& moved = changes_->moved();
    for (const MeasuredCase& one : after)
      for (const Penetration& push : one.penetrations) {
        if (!(push.outside > kOutsideAbove)) continue;
        bool back = false, limited = true;
        for (std::size_t c = 0; c < 3; ++c) {
          back = back || taken_back_->part(push.place[c]) > 0.5;
          limited = limited && (push.gain[c] <= 0.0f || moved[push.place[c]] >= 0.99 * options_.limit);
        }
        const PenetrationOutcome fate = outcome_of(push, options_.limit);
        if (fate == PenetrationOutcome::too_deep)
          ++remains.too_deep;
        else if (fate == PenetrationOutcome::along)
          ++remains.along;
        else if (back)
          ++remains.taken_back;
        else if (limited)
          ++remains.at_limit;
        else
          ++remains.open;
      }
  }

  void report_changes(MendedGarment& out) const {
    std::size_t first = 0;
    for (const BoundMeshDesc& desc : input_.garment) {
      auto& moved = out.moved.emplace_back();
      auto& reweighted = out.reweighted.emplace_back();
      for (std::size_t v = 0; v < desc.mesh.positions.size(); ++v) {
        const std::uint32_t w = places_.of[first + v];
        moved.push_back(static_cast<float>(changes_->moved()[w]));
        reweighted.push_back(static_cast<float>(changes_->share()[w]));
        out.changed = out.changed || changes_->moved()[w] > 0.0 || changes_->share()[w] > 0.0;
      }
      first += desc.mesh.positions.size();
    }
  }

  const GarmentMendInput& input_;
  const GarmentPair& pair_;
  const GarmentMendOptions& options_;
  CaseMeter meter_;
  std::vector<MendCase> cases_;
  WornGarment original_, worn_;
  GarmentPlaces places_;
  std::optional<GarmentChanges> changes_;
  std::optional<GarmentWeights> weights_;
  std::optional<WornGarment> other_;  // with the body's weights
  std::optional<GarmentRollback> taken_back_;
  std::vector<std::size_t> deeper_;  // cases for which changes were taken back
  std::vector<double> before_;       // per case: depth, metres
  std::vector<bool> faulty_;         // per counted vertex of the body: came through in some case
  std::vector<std::size_t> solved_;  // cases of every round
  double area_before_ = 0.0;
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
