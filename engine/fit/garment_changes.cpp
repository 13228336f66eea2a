#include "engine/fit/garment_changes.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "engine/fit/garment_cover.h"
#include "engine/math/rotation_between.h"
#include "engine/math/unit.h"

namespace mannequin {
namespace {

constexpr std::size_t kMotions = 48;             // shapes, and poses, that weights are balanced over
constexpr std::array kPosesCount = {0.3, 10.0};  // how much poses count, in turn

// Normals turn with the surface.
void move_places(const GarmentPair& pair, const GarmentPlaces& places, ChangedGarment& garment) {
  std::vector<Vec3> positions = places.positions;
  for (std::size_t w = 0; w < places.count(); ++w) positions[w] += garment.moved[w];
  const auto triangles = pair.garment_triangles();
  const std::vector<Vec3> normals = place_normals(places, triangles, places.positions),
                          turned = place_normals(places, triangles, positions);
  std::size_t first = 0;
  for (BoundMeshDesc& desc : garment.meshes) {
    const Mat3 bind_from_mesh(desc.skin.bind_shape), mesh_from_bind = glm::inverse(bind_from_mesh);
    for (std::size_t v = 0; v < desc.mesh.positions.size(); ++v) {
      const std::uint32_t w = places.of[first + v];
      if (garment.moved[w] != Vec3(0.0))
        desc.mesh.positions[v] = Vec3f(Vec3(desc.mesh.positions[v]) + mesh_from_bind * garment.moved[w]);
      if (normals[w] == turned[w] || desc.mesh.normals[v] == Vec3f(0.0f)) continue;
      const Vec3 normal = unit_or_zero(glm::transpose(mesh_from_bind) * Vec3(desc.mesh.normals[v]));
      desc.mesh.normals[v] = Vec3f(
          unit_or_zero(glm::transpose(bind_from_mesh) * (rotation_between(normals[w], turned[w]) * normal)));
    }
    first += desc.mesh.positions.size();
  }
}

}  // namespace

Result<ChangedGarment> changed_garment(const GarmentMendInput& input, const GarmentPair& pair,
                                       const GarmentPlaces& places, const GarmentWeights& weights,
                                       std::vector<Vec3> moved, std::span<const std::vector<double>> shares) {
  ChangedGarment out;
  out.meshes.assign(input.garment.begin(), input.garment.end());
  out.moved = std::move(moved);
  out.reweighted.assign(places.count(), 0.0);
  for (const std::vector<double>& share : shares)
    for (std::size_t w = 0; w < places.count(); ++w) out.reweighted[w] += share[w];
  move_places(pair, places, out);
  for (std::size_t m = 0; m < out.meshes.size(); ++m) weights.mix(m, shares, input.binds, out.meshes[m]);
  Result<WornGarment> built = input.build(out.meshes);
  if (!built) return error_of(built);
  out.worn = std::move(*built);
  return out;
}

GarmentChanges::GarmentChanges(const GarmentMendInput& input, const GarmentPair& pair,
                               const GarmentPlaces& places, const GarmentPatches& patches)
    : input_(input), pair_(pair), places_(places), patches_(patches), weights_(input.garment, places) {}

Status GarmentChanges::find(const CaseMeter& meter, const FitSurface& original,
                            std::span<const MendCase> cases, const GarmentMendOptions& options) {
  if (!options.keep_weights) {
    if (auto status = weights_.add_transferred(input_.sources); !status) return status;
    weights_.add_attached(input_.sources);
    sources_.insert(sources_.end(), {MendWeights::transferred, MendWeights::copied});
    const GarmentMotion motion = sample_motion(meter, original, cases, kMotions);
    for (const double poses : kPosesCount) {
      weights_.add_balanced(motion, poses, input_.character.skeleton);
      sources_.push_back(MendWeights::balanced);
    }
  }
  limit_ = options.keep_shape ? 0.0 : options.limit;
  shifts_ = make_shifts(places_, original, input_.body, limit_);
  return {};
}

std::vector<GarmentRemedy> GarmentChanges::remedies() const {
  std::vector<GarmentRemedy> out;
  for (std::size_t w = 0; w <= weights_.count(); ++w)
    for (std::size_t s = 0; s < shifts_.ways.size(); ++s) out.push_back({w, s, {}, {}});
  return out;
}

Result<ChangedGarment> GarmentChanges::with(const RemedyChoice& choice,
                                            std::span<const GarmentRemedy> remedies,
                                            std::span<const PlaceChange> places) const {
  std::vector<Vec3> moved(places_.count(), Vec3(0.0));
  std::vector<std::vector<double>> shares(weights_.count(), std::vector<double>(places_.count(), 0.0));
  for (std::size_t w = 0; w < places_.count(); ++w)
    for (const PatchShare& near : patches_.of_place[w]) {
      const GarmentRemedy& remedy = remedies[choice[near.patch]];
      moved[w] += near.share * shifts_.ways[remedy.shift][w];
      if (remedy.weights > 0) shares[remedy.weights - 1][w] += near.share;
    }
  for (std::size_t w = 0; w < places.size(); ++w) {
    const PlaceChange& change = places[w];
    moved[w] *= 1.0 - change.restored;
    if (change.moved != Vec3(0.0)) moved[w] = within_bounds(w, moved[w] + change.moved);
    for (auto& share : shares) share[w] *= (1.0 - change.restored) * (1.0 - change.share);
    if (change.weights > 0) shares[change.weights - 1][w] += change.share;
  }
  std::map<MendWeights, double> of_source;
  for (std::size_t i = 0; i < shares.size(); ++i)
    for (const double share : shares[i]) of_source[sources_[i + 1]] += share;
  Result<ChangedGarment> out = changed_garment(input_, pair_, places_, weights_, std::move(moved), shares);
  if (!out) return out;
  double most = 0.0;
  for (const auto& [source, share] : of_source)
    if (share > most) most = share, out->weights = source;
  return out;
}

Result<std::vector<PlaceChange>> GarmentChanges::without_new_cover(const RemedyChoice& choice,
                                                                   std::span<const GarmentRemedy> remedies,
                                                                   std::vector<PlaceChange> places) const {
  const Result<ChangedGarment> changed = with(choice, remedies, places);
  if (!changed) return error_of(changed);
  const std::vector<double> kept = moves_that_cover_no_more(input_.body, pair_, places_, changed->moved);
  places.resize(places_.count());
  for (std::uint32_t w = 0; w < places.size(); ++w)
    if (kept[w] < 1.0) places[w].moved -= (1.0 - kept[w]) * changed->moved[w];
  return places;
}

// Not farther than the limit, nor closer to the body than the shifts.
Vec3 GarmentChanges::within_bounds(std::size_t place, const Vec3& moved) const {
  const double length = glm::length(moved);
  const Vec3 most = length > limit_ ? moved * (limit_ / length) : moved;
  const RoomBelow& below = shifts_.rooms[place];
  return most + std::max(0.0, -glm::dot(most, below.away) - below.room) * below.away;
}

}  // namespace mannequin
