#include "engine/bind/source_trees.h"

#include <algorithm>
#include <limits>

namespace mannequin {
namespace {

Status check_sources(std::span<const WeightSource> sources, bool triangles) {
  bool any = false;
  for (const WeightSource& source : sources) {
    if (auto status = check_surface(source.surface); !status) return status;
    any = any || (triangles ? !source.surface.triangles.empty() : !source.surface.positions.empty());
  }
  if (any) return {};
  return fail(ErrorCode::bad_argument, "--from",
              "has no mesh with faces to copy weights from; give a rigged one");
}

double diagonal_of(std::span<const WeightSource> sources) {
  Vec3 low(std::numeric_limits<double>::infinity()), high(-std::numeric_limits<double>::infinity());
  for (const WeightSource& source : sources)
    for (const Vec3& p : source.surface.positions) {
      low = glm::min(low, p);
      high = glm::max(high, p);
    }
  return glm::length(high - low);
}

}  // namespace

SourceTrees::SourceTrees(std::span<const WeightSource> sources, Nearest nearest)
    : sources_(sources), status_(check_sources(sources, nearest == Nearest::face)) {
  if (!status_) return;
  if (nearest == Nearest::vertex)
    for (const WeightSource& source : sources) points_.push_back(surface_of_points(source.surface.positions));
  for (std::size_t s = 0; s < sources.size(); ++s) {
    looked_.push_back(points_.empty() ? &sources[s].surface : &points_[s]);
    trees_.emplace_back(*looked_.back());
    normals_.push_back(vertex_normals(*looked_.back()));
    groups_.emplace_back();
    for (const std::string& name : sources[s].weights.groups)
      groups_.back().push_back(group_named(table_, name));
  }
  diagonal_ = diagonal_of(sources);
  for (const WeightSource& source : sources)
    for (const auto& weights : source.weights.vertices) influences_ = std::max(influences_, weights.size());
  if (points_.empty() && std::ranges::none_of(sources, [](const WeightSource& s) { return s.moves.empty(); }))
    move_sources();
}

void SourceTrees::move_sources() {
  for (const std::string& name : table_.groups) {
    moves_.emplace_back(1.0);
    for (const WeightSource& source : sources_)
      if (const auto found = source.moves.find(name); found != source.moves.end())
        moves_.back() = found->second;
  }
  for (std::uint32_t s = 0; s < sources_.size(); ++s) {
    const Surface& surface = sources_[s].surface;
    WeightSource& to = moved_sources_.emplace_back(sources_[s]);
    to.moves.clear();
    for (std::uint32_t v = 0; v < surface.positions.size(); ++v) {
      std::vector<GroupWeight> weights;
      add(weights, s, v, 1.0);
      to.surface.positions[v] = moved(surface.positions[v], weights);
    }
  }
  moved_ = std::make_unique<SourceTrees>(moved_sources_);
}

SourceTrees::Match SourceTrees::nearest(const Vec3& point) const {
  Match best;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t s = 0; s < trees_.size(); ++s) {
    // Once one is found, only what is nearer counts; equally near places differ by less than this.
    const auto found = best.found ? trees_[s].nearest(point, least * (1.0 + 1e-9)) : trees_[s].nearest(point);
    if (!found || !(found->distance < least)) continue;
    least = found->distance;
    best = {s, *found, true};
  }
  return best;
}

std::vector<GroupWeight> SourceTrees::weights_at(const Match& match) const {
  std::vector<GroupWeight> out;
  const Surface::Triangle& t = looked_[match.source]->triangles[match.point.triangle];
  for (std::size_t k = 0; k < 3; ++k) {
    const double share = match.point.barycentric[static_cast<int>(k)];
    if (share > 0.0) add(out, match.source, t[k], share);
  }
  sort_by_weight(out);
  return out;
}

Vec3 SourceTrees::normal_at(const Match& match) const {
  const Surface::Triangle& t = looked_[match.source]->triangles[match.point.triangle];
  Vec3 normal(0.0);
  for (std::size_t k = 0; k < 3; ++k)
    normal += match.point.barycentric[static_cast<int>(k)] * normals_[match.source][t[k]];
  const double length = glm::length(normal);
  return length > 0.0 ? normal / length : Vec3(0.0);
}

Vec3 SourceTrees::moved(const Vec3& point, std::span<const GroupWeight> weights) const {
  Mat4 blended(0.0);
  double rest = 1.0;
  for (const GroupWeight& w : weights) {
    blended += w.weight * moves_[w.group];
    rest -= w.weight;
  }
  return Vec3((blended + rest * Mat4(1.0)) * Vec4(point, 1.0));
}

void SourceTrees::add(std::vector<GroupWeight>& out, std::uint32_t source, std::uint32_t vertex,
                      double share) const {
  for (const GroupWeight& w : sources_[source].weights.vertices[vertex]) {
    const std::uint32_t group = groups_[source][w.group];
    const auto same = std::ranges::find(out, group, &GroupWeight::group);
    if (same == out.end())
      out.push_back({group, share * w.weight});
    else
      same->weight += share * w.weight;
  }
}

}  // namespace mannequin
