#include "engine/fit/garment_weights.h"

#include <algorithm>
#include <utility>

#include "engine/fit/garment_attach.h"
#include "engine/fit/garment_balance.h"

namespace mannequin {
namespace {

constexpr double kLeastShare = 0.01, kLeastKept = 1e-4;

void scale_weights(std::vector<GroupWeight>& weights, double sum) {
  const double total = total_weight(weights);
  for (GroupWeight& w : weights) w.weight *= sum / (total > 0.0 ? total : 1.0);
}

// The four largest, sum 1.
void limit_weights(std::vector<GroupWeight>& weights) {
  sort_by_weight(weights);
  if (weights.size() > kMaxInfluences) weights.resize(kMaxInfluences);
  std::erase_if(weights, [](const GroupWeight& w) { return !(w.weight > kLeastKept); });
  scale_weights(weights, 1.0);
}

// All sources as one.
WeightSource joined(std::span<const WeightSource> sources) {
  WeightSource all;
  for (const WeightSource& source : sources) {
    const auto first = static_cast<std::uint32_t>(all.surface.positions.size());
    for (const Vec3& p : source.surface.positions) all.surface.positions.push_back(p);
    for (const Surface::Triangle& t : source.surface.triangles)
      all.surface.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    std::vector<std::uint32_t> group;
    for (const std::string& name : source.weights.groups) group.push_back(group_named(all.weights, name));
    for (const auto& weights : source.weights.vertices) {
      auto& list = all.weights.vertices.emplace_back();
      for (const GroupWeight& w : weights) list.push_back({group[w.group], w.weight});
    }
  }
  return all;
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

Status GarmentWeights::add_transferred(std::span<const WeightSource> sources) {
  const SourceTrees trees(sources);
  std::vector<WeightTable> tables;
  for (const WeldedSurface& welded : welded_) {
    Result<BoundWeights> bound = transfer_weights(welded.surface, trees);
    if (!bound) return error_of(bound);
    tables.push_back(std::move(bound->weights));
  }
  added_.push_back(std::move(tables));
  return {};
}

void GarmentWeights::add_attached(std::span<const WeightSource> sources) {
  const WeightSource body = joined(sources);
  const std::vector<Vec3> body_normals = vertex_normals(body.surface);
  std::vector<WeightTable> tables;
  for (const WeldedSurface& welded : welded_) {
    WeightTable& table = tables.emplace_back();
    table.groups = body.weights.groups;
    for (const GarmentAttachment& at : attach_to_body(body.surface, body_normals, welded.surface.positions,
                                                      vertex_normals(welded.surface))) {
      auto& list = table.vertices.emplace_back();
      for (std::size_t c = 0; c < 3 && !body.surface.triangles.empty(); ++c)
        add_weights(list, body.weights.vertices[at.place.corners[c]], at.place.share[static_cast<int>(c)]);
    }
  }
  added_.push_back(std::move(tables));
}

void GarmentWeights::add_balanced(const GarmentMotion& motion, double poses, const Skeleton& skeleton) {
  std::vector<WeightTable> tables;
  for (std::size_t m = 0; m < welded_.size(); ++m) {
    WeightTable& table = tables.emplace_back();
    table.groups = own_[m].groups;
    const WeightTable& transferred = added_.front()[m];
    std::vector<std::uint32_t> group;
    for (const std::string& name : transferred.groups) group.push_back(group_named(table, name));
    std::vector<const std::vector<Mat4>*> transforms;
    for (const std::string& name : table.groups) {
      const auto found = motion.joints[m].find(skeleton.find(name));
      transforms.push_back(found == motion.joints[m].end() ? nullptr : &found->second);
    }
    for (std::size_t s = 0; s < own_[m].vertices.size(); ++s) {
      auto& list = table.vertices.emplace_back();
      std::vector<GroupWeight> own = own_[m].vertices[s], follow, either;
      for (const GroupWeight& w : transferred.vertices[s]) follow.push_back({group[w.group], w.weight});
      add_weights(either, own, 1.0);
      add_weights(either, follow, 1.0);
      const auto is_known = [&](const GroupWeight& w) { return transforms[w.group] != nullptr; };
      if (own.empty() || follow.empty() || !std::ranges::all_of(either, is_known)) continue;
      scale_weights(own, 1.0);
      scale_weights(follow, 1.0);
      std::vector<JointCandidate> joints;
      for (const GroupWeight& w : either) {
        JointCandidate& one = joints.emplace_back();
        one.own = weight_of(own, w.group);
        one.follow = weight_of(follow, w.group);
        for (const Mat4& to : *transforms[w.group])
          one.places.emplace_back(to * Vec4(welded_[m].surface.positions[s], 1.0));
      }
      const std::vector<double> weights = balanced_weights(joints, motion.shapes, poses);
      for (std::size_t i = 0; i < either.size(); ++i)
        if (weights[i] > 0.0) list.push_back({either[i].group, weights[i]});
    }
  }
  added_.push_back(std::move(tables));
}

void GarmentWeights::add_by_place(const WeightTable& weights) {
  std::vector<WeightTable> tables;
  for (std::size_t m = 0; m < welded_.size(); ++m) {
    WeightTable& table = tables.emplace_back();
    table.groups = weights.groups;
    table.vertices.resize(own_[m].vertices.size());
    for (std::size_t v = 0; v < welded_[m].vertex.size(); ++v)
      table.vertices[welded_[m].vertex[v]] = weights.vertices[places_->of[first_[m] + v]];
  }
  added_.push_back(std::move(tables));
}

std::vector<double> GarmentWeights::shares_of_vertices(std::size_t m,
                                                       std::span<const double> share_of_place) const {
  std::vector<double> share(own_[m].vertices.size(), 0.0);
  for (std::size_t v = 0; v < welded_[m].vertex.size(); ++v)
    share[welded_[m].vertex[v]] = share_of_place[places_->of[first_[m] + v]];
  return share;
}

void GarmentWeights::mix(std::size_t m, std::span<const std::vector<double>> shares,
                         const std::map<std::string, JointBind>& body_binds, BoundMeshDesc& desc) const {
  const WeldedSurface& welded = welded_[m];
  WeightTable table = own_[m];
  std::vector<double> kept(table.vertices.size(), 1.0);  // the part of its own
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const WeightTable& added = added_[i][m];
    std::vector<std::uint32_t> group;
    for (const std::string& name : added.groups) group.push_back(group_named(table, name));
    const std::vector<double> share = shares_of_vertices(m, shares[i]);
    for (std::size_t s = 0; s < share.size(); ++s) {
      if (!(share[s] >= kLeastShare) || added.vertices[s].empty()) continue;
      if (kept[s] == 1.0) scale_weights(table.vertices[s], 1.0);
      kept[s] -= share[s];
      std::vector<GroupWeight> change;
      for (const GroupWeight& w : added.vertices[s]) change.push_back({group[w.group], w.weight});
      scale_weights(change, share[s]);
      std::vector<GroupWeight> own = own_[m].vertices[s];
      scale_weights(own, 1.0);
      add_weights(table.vertices[s], own, -share[s]);
      add_weights(table.vertices[s], change, 1.0);
    }
  }
  bool any = false;
  for (std::size_t s = 0; s < kept.size(); ++s) {
    if (kept[s] == 1.0) continue;
    any = true;
    limit_weights(table.vertices[s]);
  }
  if (!any) return;
  const std::map<std::string, JointBind> own_binds = joint_binds(desc.skin);
  const std::map<std::string, JointBind>* const binds[] = {&own_binds, &body_binds};
  std::vector<JointRest> rests = std::move(desc.skin.joint_rests);
  SkinDesc mixed = skin_of_weights(table, welded, desc.skin, binds);
  std::vector<std::uint32_t> begin = {0};
  std::vector<InfluenceDesc> influences;
  for (std::size_t v = 0; v < welded.vertex.size(); ++v) {
    const SkinDesc& from = kept[welded.vertex[v]] < 1.0 ? mixed : garment_[m].skin;
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
