#include "engine/fit/garment_mend.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "engine/fit/garment_coarse.h"
#include "engine/fit/garment_cover.h"
#include "engine/fit/garment_search.h"
#include "engine/fit/garment_spread.h"

namespace mannequin {
namespace {

// Of a body, in all watched cases together: of a large one fewer are watched.
constexpr std::size_t kWatchedVertices = 5'000'000;
// A garment with more than that is mended by a coarse one with so many.
constexpr std::size_t kManyPlaces = 8'000, kCoarsePlaces = 4'500;
constexpr double kOfTime = 0.7;  // that the coarse one takes
// Of the fine one, in all cases: a large one is watched less.
constexpr std::size_t kPosedVertices = 90'000'000;

// Nothing else may be changed: per patch, whether it is near a place that lets the body through.
std::vector<bool> find_faults(const GarmentPlaces& places, const GarmentPatches& patches,
                              std::span<const MeasuredCase> cases) {
  std::vector<bool> may(patches.count(), false);
  std::vector<char> seen(places.count(), 0);
  for (const MeasuredCase& one : cases)
    for (const Penetration& push : one.penetrations)
      for (std::size_t c = 0; c < 3 && push.outside > kOutsideAbove; ++c) {
        if (std::exchange(seen[push.place[c]], 1) != 0) continue;
        for (const PatchShare& near : patches.of_place[push.place[c]])
          may[near.patch] = may[patches.mirror[near.patch]] = true;
      }
  return may;
}

// Counts cases that became deeper, and poses whose deepest case did.
class DeeperCases {
 public:
  explicit DeeperCases(double worse) : worse_(worse) {}

  void add(std::span<const MendCase> cases, std::span<const MeasuredCase> before,
           std::span<const MeasuredCase> after) {
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (after[i].at.depth > before[i].at.depth + worse_) ++count_;
      auto& [was, is] = of_pose_[cases[i].pose_number];
      was = std::max(was, before[i].at.depth);
      is = std::max(is, after[i].at.depth);
    }
  }
  std::size_t count() const { return count_; }
  std::size_t poses() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        of_pose_, [&](const auto& one) { return one.second.second > one.second.first + worse_; }));
  }

 private:
  double worse_;
  std::size_t count_ = 0;
  std::map<std::uint32_t, std::pair<double, double>> of_pose_;  // depth before and after
};

MendResidual explain(std::span<const MeasuredCase> after, double limit) {
  MendResidual remains;
  for (const MeasuredCase& one : after)
    for (const Penetration& push : one.penetrations)
      if (push.outside > kOutsideAbove)
        ++(static_cast<double>(push.outside) > limit ? remains.too_deep : remains.open);
  return remains;
}

// The garment, and per vertex what was changed per place.
void report_changes(ChangedGarment changed, const GarmentPlaces& places, MendedGarment& out) {
  out.meshes = std::move(changed.meshes);
  out.weights = changed.weights;
  for (std::size_t m = 0, first = 0; m < out.moved.size(); first += out.moved[m++].size())
    for (std::size_t v = 0; v < out.moved[m].size(); ++v) {
      const std::uint32_t w = places.of[first + v];
      const double length = glm::length(changed.moved[w]);
      const bool inwards = glm::dot(changed.moved[w], places.outwards[w]) < 0.0;
      out.moved[m][v] = static_cast<float>(inwards ? -length : length);
      out.reweighted[m][v] = static_cast<float>(changed.reweighted[w]);
    }
}

// The garment as it was.
MendedGarment unchanged(const GarmentMendInput& input, std::span<const MeasuredCase> before) {
  MendedGarment out;
  for (std::size_t i = 0; i < input.cases.size(); ++i) out.before.cases.push_back(before[i].at);
  out.after = out.before;
  out.meshes.assign(input.garment.begin(), input.garment.end());
  for (const BoundMeshDesc& desc : input.garment) {
    out.moved.emplace_back(desc.mesh.positions.size(), 0.0f);
    out.reweighted.emplace_back(desc.mesh.positions.size(), 0.0f);
  }
  return out;
}

// Of the body, bind space, metres.
std::vector<Vec3> counted_positions(const GarmentMendInput& input, const GarmentPair& pair) {
  const std::vector<Vec3> body = input.body.bound_positions();
  std::vector<Vec3> counted;
  for (const std::uint32_t v : pair.counted()) counted.push_back(body[v]);
  return counted;
}

// Of what may be measured, since the fine one is measured, too.
double share_of_coarse(std::size_t places) {
  return std::clamp(1.0 - static_cast<double>(places) / 150'000.0, 0.62, 0.9);
}

// A garment that is to be mended.
struct Original {
  const GarmentMendInput& input;
  const GarmentPair& pair;
  const GarmentMendOptions& options;
  std::vector<MendCase>& cases;  // and checks
  const WornGarment& worn;
  const GarmentPlaces& places;
  bool may_cover = false;  // more of the body, since that is seen to later
};

// Of a large body fewer.
std::span<const MendCase> watched_of(const Original& original) {
  const std::size_t counted = std::max<std::size_t>(original.pair.counted().size(), 1);
  return original.input.watched.first(std::min(original.input.watched.size(), kWatchedVertices / counted));
}

// What was found with the mended garment, in the cases and checks.
void report_cases(const Original& original, std::span<const MeasuredCase> after, MendedGarment& out) {
  for (std::size_t i = 0; i < out.after.cases.size(); ++i) out.after.cases[i] = after[i].at;
  out.remains = explain(after, original.options.limit);
}

Result<MendedGarment> mend_by_search(const Original& original) {
  const auto& [input, pair, options, cases, worn, places, may_cover] = original;
  const CaseMeter meter = input.meter(pair, options.threads);
  SearchMemory memory;
  const std::vector<char> first(places.of.size(), 0);
  const MemoryUse remember{memory.cases, first, true};
  const std::vector<MeasuredCase> before =
      meter.measure(worn.surface(), cases, all_of(cases.size()), &places, &remember);
  MendedGarment out = unchanged(input, before);
  if (!(out.before.area() > 0.0)) return out;

  const GarmentPatches patches = make_patches(places, counted_positions(input, pair));
  const std::vector<bool> may = find_faults(places, patches, before);
  GarmentChanges changes(input, pair, places, patches);
  if (auto status = changes.find(meter, worn.surface(), cases, options); !status) return error_of(status);
  GarmentCosts costs(meter, patches, cases, before, options.worse);
  const RemedyField field{meter, cases, places, patches, changes, costs, may, memory, options.most_searched};
  const std::span<const MendCase> watched = watched_of(original);
  const std::vector<MeasuredCase> watched_before =
      meter.measure(worn.surface(), watched, all_of(watched.size()), &places);
  GarmentWatch watch(field, before, watched, watched_before, options.worse, may_cover);
  RemedySearch search(field, before, watch, options.progress);
  const Result<MendState> best = search.run();
  if (!best) return error_of(best);

  report_cases(original, std::span(best->cases).first(before.size()), out);
  out.spent = search.ended_early();
  DeeperCases deeper(options.worse);
  deeper.add(cases, before, best->cases);
  deeper.add(watched, watched_before, watch.now());
  out.measured = before.size() + watched.size();
  out.deeper = deeper.count();
  out.deeper_poses = deeper.poses();
  out.changed =
      std::ranges::any_of(best->choice, [](std::size_t r) { return r != 0; }) ||
      std::ranges::any_of(best->places, [](const PlaceChange& one) { return one != PlaceChange{}; });
  if (!out.changed) return out;
  Result<ChangedGarment> changed = changes.with(best->choice, search.remedies(), best->places);
  if (!changed) return error_of(changed);
  report_changes(std::move(*changed), places, out);
  return out;
}

// Mends the coarse garment, and changes the fine one by as much. What is reported was measured with the fine
// one.
Result<MendedGarment> mend_coarsely(const Original& original, const CoarseGarment& coarse) {
  const auto& [input, pair, options, cases, worn, places, may_cover] = original;
  const CaseMeter meter = input.meter(pair, options.threads);
  std::vector<MeasuredCase> before = meter.measure(worn.surface(), cases, all_of(cases.size()), &places);
  MendedGarment out = unchanged(input, before);
  if (!(out.before.area() > 0.0)) return out;

  const auto& progress = original.options.progress;
  GarmentMendInput coarse_input = input;
  coarse_input.garment = coarse.meshes;
  GarmentMendOptions coarse_options = options;
  coarse_options.most_searched =
      static_cast<std::size_t>(share_of_coarse(places.count()) * static_cast<double>(options.most_searched));
  if (progress) coarse_options.progress = [&](double part) { return progress(kOfTime * part); };
  const Result<WornGarment> coarse_worn = input.build(coarse.meshes);
  if (!coarse_worn) return error_of(coarse_worn);
  const GarmentPair coarse_pair =
      make_garment_pair(input.body, coarse_worn->surface(), pair.outer_sides_only());
  const GarmentPlaces coarse_places = find_places(coarse_worn->surface(), input.body);
  std::vector<MendCase> every = cases;
  const Result<MendedGarment> mended =
      mend_by_search({coarse_input, coarse_pair, coarse_options, every, *coarse_worn, coarse_places, true});
  if (!mended) return mended;
  out.spent = mended->spent;
  out.measured = before.size();
  report_cases(original, before, out);
  if (!mended->changed) return out;

  const std::size_t posed = kPosedVertices / places.count(), unwatched = cases.size();
  const std::span<const MendCase> watched = watched_of(original).first(
      std::min(watched_of(original).size(), posed > unwatched ? posed - unwatched : 0));
  every = cases;
  every.insert(every.end(), watched.begin(), watched.end());
  std::ranges::move(meter.measure(worn.surface(), watched, all_of(watched.size()), &places),
                    std::back_inserter(before));
  const GarmentPatches patches = make_patches(places, counted_positions(input, pair));
  const GarmentCosts costs(meter, patches, every, before, options.worse);
  const SpreadField field{input, meter, places, costs, every, costs.of(before)};
  SpreadChange change = spread_change(coarse, places, mended->meshes, mended->reweighted);
  const std::vector<double> kept = moves_that_cover_no_more(input.body, pair, places, change.moved);
  for (std::uint32_t w = 0; w < places.count(); ++w) change.moved[w] *= kept[w];
  Result<SpreadState> state = field.state(std::move(change));
  if (!state) return error_of(state);
  const auto go_on = [&]() -> Status {
    if (progress && !progress(kOfTime)) return fail(ErrorCode::bad_argument, "", "mending was stopped");
    return {};
  };
  if (auto status = field.take_back(*state, go_on); !status) return error_of(status);
  if (!(costs.of(state->cases) < field.costs_nothing)) return out;

  report_cases(original, std::span(state->cases).first(cases.size()), out);
  DeeperCases deeper(options.worse);
  deeper.add(every, before, state->cases);
  out.measured = every.size();
  out.deeper = deeper.count();
  out.deeper_poses = deeper.poses();
  out.changed = true;
  state->garment.weights = mended->weights;
  report_changes(std::move(state->garment), places, out);
  return out;
}

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
  std::vector<MendCase> cases(input.cases.begin(), input.cases.end());
  cases.insert(cases.end(), input.checks.begin(), input.checks.end());
  const Result<WornGarment> original = input.build(input.garment);
  if (!original) return error_of(original);
  const GarmentPlaces places = find_places(original->surface(), input.body);
  if (options.progress && !options.progress(0.0))
    return fail(ErrorCode::bad_argument, "", "mending was stopped");
  const Original as_it_is{input, pair, options, cases, *original, places};
  if (places.count() > kManyPlaces)
    if (const auto coarse = make_coarse(input.garment, places, counted_positions(input, pair), kCoarsePlaces))
      return mend_coarsely(as_it_is, *coarse);
  return mend_by_search(as_it_is);
}

}  // namespace mannequin
