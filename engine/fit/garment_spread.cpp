#include "engine/fit/garment_spread.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace mannequin {
namespace {

// Metres around cloth that comes out too far, within which a change is taken back, in turn; the wide ones
// only where the change would cost more than none.
constexpr std::array kTakenBack = {0.012, 0.008, 0.025, 0.050};
constexpr double kWide = 0.020;

// The new weights of a vertex that has `share` of them: what is there beside its own.
std::vector<GroupWeight> new_weights(const std::vector<GroupWeight>& own,
                                     const std::vector<GroupWeight>& mended, double share) {
  std::vector<GroupWeight> out;
  const double all = total_weight(mended), before = total_weight(own);
  if (!(all > 0.0)) return out;
  add_weights(out, mended, 1.0 / all);
  if (before > 0.0) add_weights(out, own, -(1.0 - share) / before);
  std::erase_if(out, [](const GroupWeight& one) { return !(one.weight > 0.0); });
  return out;
}

// A vertex's weights, by the groups of `table`.
std::vector<GroupWeight> weights_at(const SkinDesc& skin, std::size_t vertex, WeightTable& table) {
  std::vector<GroupWeight> out;
  for (std::uint32_t i = skin.influence_begin[vertex]; i < skin.influence_begin[vertex + 1]; ++i) {
    const InfluenceDesc& one = skin.influences[i];
    add_weights(out, {{group_named(table, skin.joint_names[one.joint]), one.weight}}, 1.0);
  }
  return out;
}

}  // namespace

SpreadChange spread_change(const CoarseGarment& coarse, const GarmentPlaces& places,
                           std::span<const BoundMeshDesc> mended,
                           std::span<const std::vector<float>> reweighted) {
  // Of the places that were kept.
  std::vector<Vec3> moved(places.count(), Vec3(0.0));
  std::vector<double> share(places.count(), 0.0);
  std::vector<std::vector<GroupWeight>> weights(places.count());
  SpreadChange out;
  for (std::size_t m = 0, first = 0; m < mended.size(); first += mended[m++].mesh.positions.size()) {
    const BoundMeshDesc &was = coarse.meshes[m], &is = mended[m];
    const Mat3 bind_from_mesh(was.skin.bind_shape);
    for (std::size_t v = 0; v < is.mesh.positions.size(); ++v) {
      const std::uint32_t w = coarse.kept[first + v];
      moved[w] = bind_from_mesh * (Vec3(is.mesh.positions[v]) - Vec3(was.mesh.positions[v]));
      share[w] = static_cast<double>(reweighted[m][v]);
      if (share[w] > 0.0)
        weights[w] =
            new_weights(weights_at(was.skin, v, out.weights), weights_at(is.skin, v, out.weights), share[w]);
    }
  }
  for (std::uint32_t w = 0; w < places.count(); ++w) {
    Vec3& move = out.moved.emplace_back(0.0);
    double& part = out.reweighted.emplace_back(0.0);
    auto& list = out.weights.vertices.emplace_back();
    for (std::size_t c = 0; c < 3; ++c) {
      const std::uint32_t from = coarse.around[w][c];
      const double its = coarse.share[w][static_cast<int>(c)];
      move += its * moved[from];
      part += its * share[from];
      if (its > 0.0) add_weights(list, weights[from], its);
    }
    if (places.outwards[w] == Vec3(0.0)) move = Vec3(0.0);
    if (places.is_symmetric && places.mirror[w] == w) move.y = 0.0;
  }
  return out;
}

SpreadChange part_of(const SpreadChange& change, std::span<const double> kept) {
  SpreadChange out = change;
  for (std::size_t w = 0; w < kept.size(); ++w) {
    out.moved[w] *= kept[w];
    out.reweighted[w] *= kept[w];
    for (GroupWeight& one : out.weights.vertices[w]) one.weight *= kept[w];
    if (!(kept[w] > 0.0)) out.weights.vertices[w].clear();
  }
  return out;
}

std::vector<double> kept_around(const GarmentPlaces& places, const GarmentCosts& costs,
                                std::span<const MeasuredCase> after, double radius) {
  std::set<std::uint32_t> spots;
  for (std::size_t i = 0; i < after.size(); ++i)
    for (const Penetration& push : after[i].penetrations)
      if (static_cast<double>(push.outside) > costs.most(i))
        for (const std::uint32_t w : push.place) spots.insert(std::min(w, places.mirror[w]));
  std::vector<double> kept(places.count(), 1.0);
  for (const std::uint32_t spot : spots)
    for (std::uint32_t w = 0; w < places.count(); ++w)
      kept[w] = std::min(kept[w], 1.0 - share_within(places.distance(w, spot), radius));
  return kept;
}

Result<ChangedGarment> SpreadField::with(const SpreadChange& change) const {
  GarmentWeights weights(input.garment, places);
  weights.add_by_place(change.weights);
  return changed_garment(input, meter.pair, places, weights, change.moved, {&change.reweighted, 1});
}

Result<SpreadState> SpreadField::state(SpreadChange change) const {
  Result<ChangedGarment> garment = with(change);
  if (!garment) return error_of(garment);
  std::vector<MeasuredCase> measured =
      meter.measure(garment->worn.surface(), cases, all_of(cases.size()), &places);
  return SpreadState{std::move(change), std::move(*garment), std::move(measured)};
}

Status SpreadField::take_back(SpreadState& state, const std::function<Status()>& go_on) const {
  std::vector<std::size_t> old;  // cases as they were before the last change
  for (const double radius : kTakenBack) {
    if (radius > kWide && costs.of(state.cases) < costs_nothing) break;
    if (auto status = go_on(); !status) return status;
    const std::vector<double> kept = kept_around(places, costs, state.cases, radius);
    if (std::ranges::all_of(kept, [](double part) { return part == 1.0; })) break;
    std::vector<std::size_t> which, others;
    for (std::size_t i = 0; i < cases.size(); ++i)
      (cases[i].pose_number == 0 || state.cases[i].at.depth > costs.most(i) ? which : others).push_back(i);
    SpreadChange less = part_of(state.change, kept);
    Result<ChangedGarment> garment = with(less);
    if (!garment) return error_of(garment);
    std::vector<MeasuredCase> some = meter.measure(garment->worn.surface(), cases, which, &places);
    double cost = 0.0, before = 0.0;
    for (std::size_t i = 0; i < which.size(); ++i) {
      cost += costs.of(which[i], some[i]);
      before += costs.of(which[i], state.cases[which[i]]);
    }
    if (!(cost < before)) continue;
    state.change = std::move(less);
    state.garment = std::move(*garment);
    for (std::size_t i = 0; i < which.size(); ++i) state.cases[which[i]] = std::move(some[i]);
    old = std::move(others);
  }
  std::vector<MeasuredCase> again = meter.measure(state.garment.worn.surface(), cases, old, &places);
  for (std::size_t i = 0; i < old.size(); ++i) state.cases[old[i]] = std::move(again[i]);
  return {};
}

}  // namespace mannequin
