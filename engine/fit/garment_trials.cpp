#include "engine/fit/garment_trials.h"

#include <algorithm>
#include <utility>

namespace mannequin {
namespace {

constexpr std::size_t kTrials = 24;                                // measurements
constexpr std::size_t kSuffered = 80, kCostly = 40, kEvenly = 60;  // cases measured in each
constexpr std::size_t kCheaper = 8;                                // than a search: a vertex that needs none
constexpr double kWorthwhile = 2e-7;  // square metres per case that another remedy must gain

// Cases that stand for all: those to be spared and those that cost most, each for itself, and others evenly.
struct Sample {
  std::vector<std::size_t> which;
  std::vector<double> stands_for;  // how many cases
};

Sample sample_of(const GarmentCosts& costs, std::span<const MeasuredCase> now,
                 std::span<const std::size_t> all_spared) {
  const auto spared = all_spared.first(std::min(all_spared.size(), kSuffered));
  std::vector<double> cost;
  for (std::size_t i = 0; i < now.size(); ++i) cost.push_back(costs.of(i, now[i]));
  std::vector<std::size_t> order = all_of(now.size());
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return cost[a] > cost[b]; });
  std::stable_partition(order.begin(), order.end(),
                        [&](std::size_t i) { return std::ranges::find(spared, i) != spared.end(); });
  const std::size_t costly = std::min(order.size(), spared.size() + kCostly), others = order.size() - costly;
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

// Another remedy for a patch alone, or for its neighbours, too.
struct Trial {
  std::size_t remedy = 0;
  bool alone = false;

  void apply(const RemedyField& field, std::uint32_t patch, RemedyChoice& choice) const {
    const auto set = [&](std::uint32_t p) {
      if (field.may[p]) choice[p] = choice[field.patches.mirror[p]] = remedy;
    };
    set(patch);
    for (std::size_t i = 0; i < field.patches.neighbours[patch].size() && !alone; ++i)
      set(field.patches.neighbours[patch][i]);
  }
};

// A place where other remedies are tried.
struct Spot {
  std::uint32_t patch = 0;
  std::vector<std::uint32_t> region;  // the patches that they can change
  std::vector<Trial> trials;
  std::size_t next = 0, left = 0;  // of the trials, around and around

  // Applies the next one that changes something, if any.
  void try_next(const RemedyField& field, RemedyChoice& choice) {
    for (const RemedyChoice before = choice; left > 0 && choice == before; --left, ++next)
      trials[next % trials.size()].apply(field, patch, choice);
  }
  const Trial& last() const { return trials[(next - 1) % trials.size()]; }
};

// The patch, its neighbours and theirs, on both sides.
std::vector<std::uint32_t> region_of(const GarmentPatches& patches, std::uint32_t patch) {
  std::vector<std::uint32_t> out = {patch, patches.mirror[patch]};
  for (int ring = 0; ring < 2; ++ring)
    for (std::size_t i = 0, count = out.size(); i < count; ++i)
      out.insert(out.end(), patches.neighbours[out[i]].begin(), patches.neighbours[out[i]].end());
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// Those that promise most there come first: what they cost on the whole garment says little about one patch.
std::vector<Trial> trials_for(const GarmentPatches& patches, std::span<const GarmentRemedy> remedies,
                              std::uint32_t patch) {
  std::vector<std::size_t> order = all_of(remedies.size());
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return around_patch(patches, remedies[a].promise, patch) <
           around_patch(patches, remedies[b].promise, patch);
  });
  std::vector<Trial> out;
  for (const std::size_t r : order)
    for (const bool alone : {false, true}) out.push_back({r, alone});
  return out;
}

// Those where more than `worthwhile` is left, the worst first.
std::vector<Spot> spots_of(const RemedyField& field, std::span<const GarmentRemedy> remedies,
                           std::span<const double> cost, double worthwhile, std::size_t sweep) {
  const GarmentPatches& patches = field.patches;
  std::vector<std::uint32_t> order;
  for (std::uint32_t p = 0; p < patches.count(); ++p)
    if (field.may[p] && p <= patches.mirror[p] && around_patch(patches, cost, p) > worthwhile)
      order.push_back(p);
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return around_patch(patches, cost, a) > around_patch(patches, cost, b);
  });
  std::vector<Spot> out;
  for (const std::uint32_t p : order) {
    Spot& spot = out.emplace_back(Spot{p, region_of(patches, p), trials_for(patches, remedies, p)});
    spot.next = sweep * kTrials;
    spot.left = spot.trials.size();
  }
  return out;
}

// Per vertex of the garment, whether anything else is done about it than before.
std::vector<char> changed_vertices(const SearchMemory& memory, std::span<const GarmentRemedy> now,
                                   std::span<const PlaceChange> changed, const GarmentPatches& patches,
                                   const GarmentPlaces& places) {
  const auto differs = [&](const PatchShare& near) {
    const GarmentRemedy& is = now[near.patch];
    const GarmentRemedy was = memory.patches.empty() ? GarmentRemedy{} : memory.patches[near.patch];
    return is.weights != was.weights || is.shift != was.shift;
  };
  std::vector<char> out;
  for (const std::uint32_t place : places.of) {
    const PlaceChange was = memory.places.empty() ? PlaceChange{} : memory.places[place];
    out.push_back(changed[place] != was || std::ranges::any_of(patches.of_place[place], differs) ? 1 : 0);
  }
  return out;
}

}  // namespace

Result<std::vector<MeasuredCase>> RemedyField::measure(const RemedyChoice& choice,
                                                       std::span<const GarmentRemedy> remedies,
                                                       std::span<const std::size_t> which,
                                                       std::span<const PlaceChange> changed) const {
  const Result<ChangedGarment> garment = changes.with(choice, remedies, changed);
  if (!garment) return error_of(garment);
  std::vector<GarmentRemedy> now;
  for (const std::size_t r : choice) now.push_back({remedies[r].weights, remedies[r].shift, {}, {}});
  std::vector<PlaceChange> each(changed.begin(), changed.end());
  each.resize(places.count());
  const std::vector<char> elsewhere = changed_vertices(memory, now, each, patches, places);
  const MemoryUse use{memory.cases, elsewhere, which.size() == cases.size()};
  std::vector<MeasuredCase> measured = meter.measure(garment->worn.surface(), cases, which, &places, &use);
  if (use.renew) memory.patches = std::move(now), memory.places = std::move(each);
  for (const MeasuredCase& one : measured)
    memory.searched += one.searched + meter.pair.counted().size() / kCheaper;
  return measured;
}

Result<MendState> RemedyField::state(RemedyChoice choice, std::span<const GarmentRemedy> remedies,
                                     std::vector<PlaceChange> changed) const {
  Result<std::vector<MeasuredCase>> measured = measure(choice, remedies, all_of(cases.size()), changed);
  if (!measured) return error_of(measured);
  const double cost = costs.of(*measured);
  return MendState{std::move(choice), std::move(changed), std::move(*measured), cost};
}

bool RemedyField::is_spent() const { return memory.searched > most_searched; }

Result<RemedyChoice> try_others(const RemedyField& field, std::span<const GarmentRemedy> remedies,
                                RemedyChoice choice, std::span<const MeasuredCase> now,
                                std::span<const std::size_t> spared, std::size_t sweep) {
  const Sample sample = sample_of(field.costs, now, spared);
  std::vector<MeasuredCase> sampled;
  for (const std::size_t i : sample.which) sampled.push_back(now[i]);
  std::vector<double> cost = field.costs.by_patch(sampled, sample.which, sample.stands_for);
  const double worthwhile = kWorthwhile * static_cast<double>(now.size());
  std::vector<Spot> spots = spots_of(field, remedies, cost, worthwhile, sweep);
  for (std::size_t n = 0; n < kTrials && !field.is_spent(); ++n) {
    RemedyChoice tried = choice;
    std::vector<bool> used(field.patches.count(), false);
    std::vector<const Spot*> where;
    for (Spot& spot : spots) {
      if (std::ranges::any_of(spot.region, [&](std::uint32_t p) { return used[p]; })) continue;
      RemedyChoice changed = tried;
      spot.try_next(field, changed);
      if (changed == tried) continue;
      tried = std::move(changed);
      where.push_back(&spot);
      for (const std::uint32_t p : spot.region) used[p] = true;
    }
    if (where.empty()) break;
    const Result<std::vector<MeasuredCase>> measured = field.measure(tried, remedies, sample.which);
    if (!measured) return error_of(measured);
    const std::vector<double> then = field.costs.by_patch(*measured, sample.which, sample.stands_for);
    for (const Spot* spot : where) {
      double gain = 0.0;
      for (const std::uint32_t p : spot->region) gain += cost[p] - then[p];
      if (!(gain > worthwhile)) continue;
      spot->last().apply(field, spot->patch, choice);
      for (const std::uint32_t p : spot->region) cost[p] = then[p];
    }
  }
  return choice;
}

}  // namespace mannequin
