#include "engine/bind/weight_edits.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include "engine/bind/surface_tree.h"
#include "engine/skeleton/joint_sides.h"

namespace mannequin {
namespace {

constexpr double kOnPlane = 1e-4;                // metres
constexpr double kTurned = 0.76536686473017954;  // how far a 45 degree rotation moves a point at 1 m

std::vector<GroupWeight> scaled(std::vector<GroupWeight> weights, double sum) {
  const double now = total_weight(weights);
  if (now > 0.0)
    for (GroupWeight& w : weights) w.weight *= sum / now;
  return weights;
}

// Per group, the bones that rotate it: its own and their ancestors.
std::vector<std::vector<std::size_t>> turned_by(const WeightTable& table, std::span<const BindBone> bones) {
  std::map<std::string, std::size_t> by_name;
  for (std::size_t b = 0; b < bones.size(); ++b) by_name.emplace(bones[b].name, b);
  std::vector<std::vector<std::size_t>> out(table.groups.size());
  for (std::size_t g = 0; g < table.groups.size(); ++g) {
    auto bone = by_name.find(table.groups[g]);
    while (bone != by_name.end() && std::ranges::find(out[g], bone->second) == out[g].end()) {
      out[g].push_back(bone->second);
      bone = by_name.find(bones[bone->second].parent);
    }
  }
  return out;
}

// Spatial hash of points, to find those within a distance.
class VertexCells {
 public:
  VertexCells(std::span<const Vec3> points, double distance)
      : points_(points), distance_(distance), size_(std::max(distance, 1e-9)) {
    for (std::uint32_t v = 0; v < points.size(); ++v) cells_[cell_of(points[v])].push_back(v);
  }

  void for_each_near(const Vec3& point, const std::function<void(std::uint32_t)>& visit) const {
    const auto [x, y, z] = cell_of(point);
    for (int i = 0; i < 27; ++i) {
      const auto cell = cells_.find(Cell(x + i % 3 - 1, y + i / 3 % 3 - 1, z + i / 9 - 1));
      if (cell == cells_.end()) continue;
      for (const std::uint32_t n : cell->second)
        if (glm::distance(points_[n], point) <= distance_) visit(n);
    }
  }

 private:
  using Cell = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

  Cell cell_of(const Vec3& p) const {
    return {static_cast<std::int64_t>(std::floor(p.x / size_)),
            static_cast<std::int64_t>(std::floor(p.y / size_)),
            static_cast<std::int64_t>(std::floor(p.z / size_))};
  }

  std::span<const Vec3> points_;
  double distance_, size_;
  std::map<Cell, std::vector<std::uint32_t>> cells_;
};

}  // namespace

void prune_weights(WeightTable& table, double least) {
  for (auto& weights : table.vertices)
    std::erase_if(weights, [&](const GroupWeight& w) { return w.weight < least; });
}

LimitLoss limit_weights(WeightTable& table, std::size_t most, const Surface& surface,
                        std::span<const BindBone> bones) {
  LimitLoss loss;
  const auto turners = turned_by(table, bones);
  std::vector<double> change(bones.size());
  for (std::size_t v = 0; v < table.vertices.size(); ++v) {
    std::vector<GroupWeight>& weights = table.vertices[v];
    sort_by_weight(weights);
    const double sum = total_weight(weights);
    if (weights.size() <= most || !(sum > 0.0)) continue;
    ++loss.vertices;
    loss.largest_weight = std::max(loss.largest_weight, weights[most].weight / sum);
    std::vector<GroupWeight> kept(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(most));
    kept = scaled(std::move(kept), sum);
    std::ranges::fill(change, 0.0);
    for (const GroupWeight& w : weights)
      for (const std::size_t b : turners[w.group]) change[b] += w.weight / sum;
    for (const GroupWeight& w : kept)
      for (const std::size_t b : turners[w.group]) change[b] -= w.weight / sum;
    for (std::size_t b = 0; b < bones.size(); ++b)
      loss.largest_distance =
          std::max(loss.largest_distance,
                   std::abs(change[b]) * kTurned * glm::distance(surface.positions[v], bones[b].head));
    weights = std::move(kept);
  }
  return loss;
}

void normalise_weights(WeightTable& table) {
  for (auto& weights : table.vertices) weights = scaled(std::move(weights), 1.0);
}

void drop_empty_groups(WeightTable& table) {
  std::vector<bool> used(table.groups.size());
  for (auto& weights : table.vertices) {
    std::erase_if(weights, [](const GroupWeight& w) { return !(w.weight > 0.0); });
    for (const GroupWeight& w : weights) used[w.group] = true;
  }
  std::vector<std::uint32_t> place(table.groups.size());
  std::vector<std::string> kept;
  for (std::size_t g = 0; g < used.size(); ++g) {
    place[g] = static_cast<std::uint32_t>(kept.size());
    if (used[g]) kept.push_back(std::move(table.groups[g]));
  }
  table.groups = std::move(kept);
  for (auto& weights : table.vertices)
    for (GroupWeight& w : weights) w.group = place[w.group];
}

std::vector<std::uint32_t> mirrored_vertices(const Surface& surface, double plane) {
  using Edge = std::pair<std::uint32_t, std::uint32_t>;
  std::map<Edge, std::uint32_t> triangle_of;  // by an edge in the triangle's own direction
  // Triangles that share a directed edge with another one, and those already visited.
  std::vector<bool> closed(surface.triangles.size());
  for (std::uint32_t t = 0; t < surface.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [entry, is_new] =
          triangle_of.try_emplace({surface.triangles[t][k], surface.triangles[t][(k + 1) % 3]}, t);
      if (!is_new) closed[t] = closed[entry->second] = true;
    }
  std::vector<std::uint32_t> partner(surface.positions.size(), kNoVertex);
  // An edge and its mirror image, which the other side's triangles traverse in reverse.
  struct Step {
    Edge edge, image;
  };
  std::vector<Step> open;
  const auto meet = [&](std::uint32_t a, std::uint32_t b) {
    if (partner[a] == kNoVertex && partner[b] == kNoVertex) {
      partner[a] = b;
      partner[b] = a;
    }
    return partner[a] == b && partner[b] == a;
  };
  const auto on_plane = [&](std::uint32_t v) { return std::abs(surface.positions[v].y - plane) <= kOnPlane; };
  for (const auto& [edge, t] : triangle_of)
    if (edge.first < edge.second && on_plane(edge.first) && on_plane(edge.second) &&
        triangle_of.contains({edge.second, edge.first}))
      open.push_back({edge, {edge.second, edge.first}});
  const auto apex = [&](std::uint32_t t, const Edge& edge) {
    for (const std::uint32_t v : surface.triangles[t])
      if (v != edge.first && v != edge.second) return v;
    return kNoVertex;
  };
  // Seeds first, so that the vertices in the middle are their own counterparts.
  for (const Step& seed : open) {
    meet(seed.edge.first, seed.edge.first);
    meet(seed.edge.second, seed.edge.second);
  }
  while (!open.empty()) {
    const Step step = open.back();
    open.pop_back();
    const auto here = triangle_of.find(step.edge), there = triangle_of.find(step.image);
    if (here == triangle_of.end() || there == triangle_of.end() || closed[here->second] ||
        closed[there->second])
      continue;
    closed[here->second] = closed[there->second] = true;
    const std::uint32_t a = apex(here->second, step.edge), b = apex(there->second, step.image);
    if (a == kNoVertex || b == kNoVertex || !meet(a, b)) continue;
    // Adjacent triangles traverse shared edges in the opposite direction.
    open.push_back({{a, step.edge.second}, {step.image.first, b}});
    open.push_back({{step.edge.first, a}, {b, step.image.second}});
  }
  return partner;
}

std::vector<std::uint32_t> mirror_weights(WeightTable& table, const Surface& surface,
                                          const Mirroring& mirroring) {
  std::vector<std::uint32_t> other;
  for (std::size_t g = 0, count = table.groups.size(); g < count; ++g)
    other.push_back(group_named(table, mirrored_name(table.groups[g])));
  for (std::size_t g = other.size(); g < table.groups.size(); ++g)
    other.push_back(group_named(table, mirrored_name(table.groups[g])));
  const auto exchanged = [&](std::vector<GroupWeight> weights) {
    for (GroupWeight& w : weights) w.group = other[w.group];
    return weights;
  };
  const std::vector<std::uint32_t> partner = mirroring.by == MirrorBy::topology
                                                 ? mirrored_vertices(surface, mirroring.plane)
                                                 : std::vector<std::uint32_t>();
  const SurfaceTree tree(surface);
  const WeightTable before = table;
  std::vector<std::uint32_t> alone;
  for (std::uint32_t v = 0; v < table.vertices.size(); ++v) {
    const Vec3& p = surface.positions[v];
    const double side = mirroring.side(p);
    const std::uint32_t image_vertex = partner.empty() ? kNoVertex : partner[v];
    const bool middle = image_vertex == v || (image_vertex == kNoVertex && std::abs(side) <= kOnPlane);
    std::vector<GroupWeight> weights;
    if (middle) {
      add_weights(weights, before.vertices[v], 0.5);
      add_weights(weights, exchanged(before.vertices[v]), 0.5);
    } else if (image_vertex != kNoVertex) {
      // Tells which of the two is on which side, even if both are on the same one.
      if (side > mirroring.side(surface.positions[image_vertex])) continue;
      weights = exchanged(before.vertices[image_vertex]);
    } else if (side > 0.0) {
      continue;
    } else if (const auto image = tree.nearest(mirroring.image(p));
               image && mirroring.side(image->position) >= -kOnPlane) {
      for (int k = 0; k < 3; ++k)
        if (image->barycentric[k] > 0.0)
          add_weights(
              weights,
              exchanged(before.vertices[surface.triangles[image->triangle][static_cast<std::size_t>(k)]]),
              image->barycentric[k]);
    } else {
      alone.push_back(v);
      continue;
    }
    sort_by_weight(weights);
    table.vertices[v] = std::move(weights);
  }
  return alone;
}

void weld_weights(WeightTable& table, const Surface& surface, double distance) {
  const VertexCells cells(surface.positions, distance);
  std::vector<std::uint32_t> set(surface.positions.size());
  std::iota(set.begin(), set.end(), 0u);
  const auto find = [&](std::uint32_t v) {
    while (set[v] != v) v = set[v] = set[set[v]];
    return v;
  };
  for (std::uint32_t v = 0; v < surface.positions.size(); ++v)
    cells.for_each_near(surface.positions[v], [&](std::uint32_t n) {
      if (n >= v) return;
      const std::uint32_t a = find(v), b = find(n);
      set[std::max(a, b)] = std::min(a, b);
    });
  std::map<std::uint32_t, std::vector<std::uint32_t>> seams;
  for (std::uint32_t v = 0; v < set.size(); ++v) seams[find(v)].push_back(v);
  for (const auto& [first, members] : seams) {
    if (members.size() < 2) continue;
    std::vector<GroupWeight> mean;
    for (const std::uint32_t v : members)
      add_weights(mean, table.vertices[v], 1.0 / static_cast<double>(members.size()));
    sort_by_weight(mean);
    for (const std::uint32_t v : members) table.vertices[v] = mean;
  }
}

std::vector<bool> weld_to(WeightTable& table, const Surface& surface, std::span<const WeightSource> others,
                          double distance) {
  struct Model {
    double distance = std::numeric_limits<double>::infinity();
    std::size_t source = 0;
    std::uint32_t vertex = kNoVertex;
  };
  std::vector<Model> models(table.vertices.size());
  for (std::size_t s = 0; s < others.size(); ++s) {
    const std::vector<Vec3>& places = others[s].surface.positions;
    const VertexCells cells(places, distance);
    for (std::size_t v = 0; v < models.size(); ++v)
      cells.for_each_near(surface.positions[v], [&](std::uint32_t n) {
        const double apart = glm::distance(surface.positions[v], places[n]);
        if (apart < models[v].distance && total_weight(others[s].weights.vertices[n]) > 0.0)
          models[v] = {apart, s, n};
      });
  }
  std::vector<bool> welded(models.size());
  for (std::size_t v = 0; v < models.size(); ++v) {
    if (models[v].vertex == kNoVertex) continue;
    welded[v] = true;
    const WeightTable& other = others[models[v].source].weights;
    table.vertices[v].clear();
    for (const GroupWeight& w : other.vertices[models[v].vertex])
      if (w.weight > 0.0) table.vertices[v].push_back({group_named(table, other.groups[w.group]), w.weight});
  }
  return welded;
}

}  // namespace mannequin
