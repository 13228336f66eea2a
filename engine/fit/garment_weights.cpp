#include "engine/fit/garment_weights.h"

#include <algorithm>
#include <utility>

namespace mannequin {
namespace {

// own x (1 - share) + taken x share, the four largest.
void mix_into(std::vector<GroupWeight>& own, std::span<const GroupWeight> taken,
              std::span<const std::uint32_t> group, double share) {
  double sum = 0.0;
  for (const GroupWeight& w : own) sum += w.weight;
  for (GroupWeight& w : own) w.weight *= (1.0 - share) / (sum > 0.0 ? sum : 1.0);
  for (const GroupWeight& w : taken) {
    const auto same = std::ranges::find(own, group[w.group], &GroupWeight::group);
    if (same == own.end())
      own.push_back({group[w.group], share * w.weight});
    else
      same->weight += share * w.weight;
  }
  sort_by_weight(own);
  if (own.size() > kMaxInfluences) own.resize(kMaxInfluences);
  std::erase_if(own, [](const GroupWeight& w) { return !(w.weight > 1e-4); });
  double kept = 0.0;
  for (const GroupWeight& w : own) kept += w.weight;
  for (GroupWeight& w : own) w.weight /= kept;
}

}  // namespace

GarmentWeights::GarmentWeights(std::span<const BoundMeshDesc> garment, const GarmentPlaces& places)
    : garment_(garment), places_(&places) {
  std::size_t first = 0;
  for (const BoundMeshDesc& desc : garment) {
    first_.push_back(first);
    first += desc.mesh.positions.size();
    welded_.push_back(make_surface(desc.mesh, desc.skin.bind_shape, Welding::border));
    own_.push_back(weights_of_skin(desc.skin, welded_.back()));
  }
}

Status GarmentWeights::take(std::span<const WeightSource> sources, BindMethod method) {
  taken_.clear();
  for (const WeldedSurface& welded : welded_) {
    BindOptions options;
    options.method = method;
    BindInput bind;
    bind.surface = &welded.surface;
    bind.sources = sources;
    Result<BindOutcome> bound = bind_weights(bind, options);
    if (!bound) return error_of(bound);
    taken_.push_back(std::move(bound->weights));
  }
  return {};
}

std::vector<WeightTable> GarmentWeights::swap(std::vector<WeightTable> tables) {
  return std::exchange(taken_, std::move(tables));
}

void GarmentWeights::mix(std::size_t m, std::span<const double> share_of_place,
                         const std::map<std::string, JointBind>& body_binds, BoundMeshDesc& desc) const {
  if (taken_.empty()) return;
  const WeldedSurface& welded = welded_[m];
  WeightTable table = own_[m];
  const WeightTable& taken = taken_[m];
  std::vector<std::uint32_t> group;
  for (const std::string& name : taken.groups) group.push_back(group_named(table, name));
  std::vector<double> share(table.vertices.size(), 0.0);
  for (std::size_t v = 0; v < welded.vertex.size(); ++v)
    share[welded.vertex[v]] = std::max(share[welded.vertex[v]], share_of_place[places_->of[first_[m] + v]]);
  bool any = false;
  for (std::size_t s = 0; s < table.vertices.size(); ++s) {
    if (share[s] <= 0.0 || taken.vertices[s].empty()) continue;
    any = true;
    mix_into(table.vertices[s], taken.vertices[s], group, share[s]);
  }
  if (!any) return;
  const std::map<std::string, JointBind> own = joint_binds(desc.skin);
  const std::map<std::string, JointBind>* const binds[] = {&own, &body_binds};
  std::vector<JointRest> rests = std::move(desc.skin.joint_rests);
  SkinDesc mixed = skin_of_weights(table, welded, desc.skin, binds);
  // Vertices with share 0 keep their weights bit for bit.
  std::vector<std::uint32_t> begin = {0};
  std::vector<InfluenceDesc> influences;
  for (std::size_t v = 0; v < welded.vertex.size(); ++v) {
    const bool kept = share[welded.vertex[v]] <= 0.0;
    const SkinDesc& from = kept ? garment_[m].skin : mixed;
    influences.insert(influences.end(), from.influences.begin() + from.influence_begin[v],
                      from.influences.begin() + from.influence_begin[v + 1]);
    begin.push_back(static_cast<std::uint32_t>(influences.size()));
  }
  mixed.influence_begin = std::move(begin);
  mixed.influences = std::move(influences);
  mixed.joint_rests = std::move(rests);
  desc.skin = std::move(mixed);
}

}  // namespace mannequin
