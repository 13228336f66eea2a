#include "engine/fit/garment_field.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace mannequin {
namespace {

constexpr std::size_t kCheaper = 8;  // than a search: a vertex that needs none

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

void RemedyField::add(const MendCase& one, const MeasuredCase& before) const {
  cases.push_back(one);
  costs.add(one, before);
}

std::vector<std::size_t> RemedyField::nearest(std::span<const std::uint32_t> of) const {
  const std::vector<Vec3> at = meter.body.bound_positions();
  std::vector<std::size_t> out;
  for (const std::uint32_t b : meter.pair.counted()) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t best = 0;
    for (std::size_t i = 0; i < of.size(); ++i)
      for (const std::uint32_t w : {of[i], places.mirror[of[i]]})
        if (const double d = glm::distance(at[b], places.positions[w]); d < least) least = d, best = i;
    out.push_back(best);
  }
  return out;
}

double RemedyField::spent() const {
  return static_cast<double>(memory.searched) / static_cast<double>(std::max<std::size_t>(most_searched, 1));
}

}  // namespace mannequin
