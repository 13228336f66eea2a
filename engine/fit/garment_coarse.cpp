#include "engine/fit/garment_coarse.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <utility>

#include "engine/bind/surface.h"
#include "engine/bind/surface_tree.h"
#include "engine/math/triangle.h"

namespace mannequin {
namespace {

constexpr double kFilled = 0.7;        // places that are as far apart as they can be, per square of that
constexpr double kLeastOfPart = 40.0;  // places of a connected part
constexpr double kOverBody = 0.4;      // of the usual distance, between places over the body's vertices
constexpr double kHardlyFewer = 0.75;  // of the garment's places
constexpr std::uint32_t kNone = 0xffffffff;
constexpr double kFarAway = std::numeric_limits<double>::infinity();

using Corners = std::array<std::uint32_t, 3>;

// The triangles of a mesh, by places.
std::vector<Corners> triangles_of(const BoundMeshDesc& desc, const GarmentPlaces& places, std::size_t first) {
  std::vector<Corners> out;
  const auto& indices = desc.mesh.indices;
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
    out.push_back({places.of[first + indices[i]], places.of[first + indices[i + 1]],
                   places.of[first + indices[i + 2]]});
  return out;
}

// Which places are kept, and to which of them each is nearest along the cloth.
class KeptPlaces {
 public:
  explicit KeptPlaces(const GarmentPlaces& places)
      : places_(places), nearest_(places.count(), kNone), distance_(places.count(), kFarAway) {}

  // Unless one that is kept is nearer than `apart`, metres.
  void keep(std::uint32_t place, double apart) {
    if (!(distance_[place] > apart)) return;
    for (const std::uint32_t w : {place, places_.mirror[place]}) {
      if (nearest_[w] == w) continue;
      ++count_;
      spread(w);
    }
  }
  std::uint32_t nearest(std::uint32_t place) const { return nearest_[place]; }
  std::size_t count() const { return count_; }

 private:
  void spread(std::uint32_t from) {
    using Reached = std::pair<double, std::uint32_t>;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> next;
    const auto reach = [&](std::uint32_t w, double distance) {
      if (!(distance < distance_[w])) return;
      distance_[w] = distance;
      nearest_[w] = from;
      next.emplace(distance, w);
    };
    reach(from, 0.0);
    while (!next.empty()) {
      const auto [distance, w] = next.top();
      next.pop();
      if (distance > distance_[w]) continue;
      for (const std::uint32_t near : places_.neighbours[w])
        reach(near, distance + glm::distance(places_.positions[w], places_.positions[near]));
    }
  }

  const GarmentPlaces& places_;
  std::vector<std::uint32_t> nearest_;
  std::vector<double> distance_;
  std::size_t count_ = 0;
};

// Per place, how far apart those of its connected part are kept, metres.
std::vector<double> distances_apart(const GarmentPlaces& places, std::span<const Corners> triangles,
                                    std::size_t most) {
  const SurfaceParts parts = connected_parts(places.count(), triangles);
  std::vector<double> area(parts.count, 0.0);
  for (const auto& [a, b, c] : triangles)
    area[parts.part[a]] += 0.5 * glm::length(glm::cross(places.positions[b] - places.positions[a],
                                                        places.positions[c] - places.positions[a]));
  const double all = std::accumulate(area.begin(), area.end(), 0.0);
  std::vector<double> out;
  for (const std::uint32_t part : parts.part)
    out.push_back(std::sqrt(kFilled * std::min(all / static_cast<double>(most), area[part] / kLeastOfPart)));
  return out;
}

// Which places are kept first.
enum class Rank { needed, over_body, edge, middle, other };

std::vector<Rank> rank_places(const GarmentPlaces& places, std::span<const std::vector<Corners>> meshes,
                              std::span<const Corners> triangles, std::span<const Vec3> body) {
  std::vector<Rank> rank(places.count(), Rank::other);
  for (std::uint32_t w = 0; w < places.count(); ++w)
    if (places.mirror[w] == w && places.is_symmetric) rank[w] = Rank::middle;
  for (const Surface::Edge& edge : border_edges(triangles))
    for (const std::uint32_t w : edge) rank[w] = Rank::edge;
  const Surface points = surface_of_points(places.positions);
  const SurfaceTree tree(points);
  for (const Vec3& at : body)
    if (const auto near = tree.nearest(at)) rank[points.triangles[near->triangle][0]] = Rank::over_body;
  std::vector<std::size_t> mesh_of(places.count(), meshes.size());
  for (std::size_t m = 0; m < meshes.size(); ++m)
    for (const Corners& corners : meshes[m])
      for (const std::uint32_t w : corners) {
        const std::size_t before = std::exchange(mesh_of[w], m);
        if (before != m && before != meshes.size()) rank[w] = Rank::needed;
      }
  for (std::uint32_t w = 0; w < places.count(); ++w)
    if (places.outwards[w] == Vec3(0.0)) rank[w] = Rank::needed;
  return rank;
}

// A triangle wherever three kept places meet, once.
std::vector<Corners> coarse_triangles(std::span<const Corners> fine, const KeptPlaces& kept) {
  std::vector<Corners> out;
  std::set<Corners> known;
  for (const auto& [a, b, c] : fine) {
    Corners corners = {kept.nearest(a), kept.nearest(b), kept.nearest(c)};
    std::rotate(corners.begin(), std::ranges::min_element(corners), corners.end());
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) continue;
    if (known.insert(corners).second) out.push_back(corners);
  }
  return out;
}

// The vertices of these places, and these triangles.
BoundMeshDesc thinned(const BoundMeshDesc& fine, const GarmentPlaces& places, std::size_t first,
                      std::span<const Corners> triangles, std::vector<std::uint32_t>& kept) {
  std::map<std::uint32_t, std::uint32_t> vertex;  // the mesh's first one at each place
  for (std::uint32_t v = 0; v < fine.mesh.positions.size(); ++v) vertex.try_emplace(places.of[first + v], v);
  BoundMeshDesc out;
  out.mesh.name = fine.mesh.name;
  out.mesh.materials = fine.mesh.materials;
  out.skin = fine.skin;
  out.skin.influence_begin = {0};
  out.skin.influences.clear();
  std::map<std::uint32_t, std::uint32_t> number;
  for (const Corners& corners : triangles)
    for (const std::uint32_t w : corners) {
      const auto [entry, is_new] = number.try_emplace(w, static_cast<std::uint32_t>(number.size()));
      out.mesh.indices.push_back(entry->second);
      if (!is_new) continue;
      const std::uint32_t v = vertex.at(w);
      kept.push_back(w);
      out.mesh.source_indices.push_back(entry->second);
      out.mesh.positions.push_back(fine.mesh.positions[v]);
      out.mesh.normals.push_back(fine.mesh.normals[v]);
      out.mesh.uvs.push_back(fine.mesh.uvs[v]);
      const auto from = fine.skin.influences.begin() + fine.skin.influence_begin[v],
                 to = fine.skin.influences.begin() + fine.skin.influence_begin[v + 1];
      out.skin.influences.insert(out.skin.influences.end(), from, to);
      out.skin.influence_begin.push_back(static_cast<std::uint32_t>(out.skin.influences.size()));
    }
  out.mesh.faces = {{fine.mesh.faces.empty() ? 0 : fine.mesh.faces.front().material, 0,
                     static_cast<std::uint32_t>(out.mesh.positions.size()), 0,
                     static_cast<std::uint32_t>(out.mesh.indices.size())}};
  return out;
}

// Where each place lies among the kept ones: in the nearest of the triangles around that which it is nearest
// to. On the right of a symmetric garment as on the left.
void place_among(const GarmentPlaces& places, const KeptPlaces& kept, std::span<const Corners> triangles,
                 CoarseGarment& out) {
  std::vector<std::vector<std::uint32_t>> about(places.count());
  for (std::uint32_t t = 0; t < triangles.size(); ++t)
    for (const std::uint32_t w : triangles[t]) about[w].push_back(t);
  out.around.resize(places.count());
  out.share.resize(places.count());
  for (std::uint32_t w = 0; w < places.count(); ++w) {
    const std::uint32_t own = kept.nearest(w);
    out.around[w] = {own, own, own};
    out.share[w] = {1.0, 0.0, 0.0};
    if (places.mirror[w] < w) {
      const std::uint32_t other = places.mirror[w];
      for (std::size_t c = 0; c < 3; ++c) out.around[w][c] = places.mirror[out.around[other][c]];
      out.share[w] = out.share[other];
      continue;
    }
    double least = kFarAway;
    for (const std::uint32_t t : about[own]) {
      const Vec3 &a = places.positions[triangles[t][0]], &b = places.positions[triangles[t][1]],
                 &c = places.positions[triangles[t][2]];
      const Vec3 at = nearest_in_triangle(places.positions[w], a, b, c);
      const double distance = glm::distance(places.positions[w], at.x * a + at.y * b + at.z * c);
      if (!(distance < least)) continue;
      least = distance;
      out.around[w] = triangles[t];
      out.share[w] = at;
    }
  }
}

}  // namespace

std::optional<CoarseGarment> make_coarse(std::span<const BoundMeshDesc> garment, const GarmentPlaces& places,
                                         std::span<const Vec3> body, std::size_t most) {
  std::vector<std::vector<Corners>> meshes;
  std::vector<Corners> all;
  std::size_t first = 0;
  for (const BoundMeshDesc& desc : garment) {
    meshes.push_back(triangles_of(desc, places, first));
    all.insert(all.end(), meshes.back().begin(), meshes.back().end());
    first += desc.mesh.positions.size();
  }
  const std::vector<double> apart = distances_apart(places, all, most);
  const std::vector<Rank> rank = rank_places(places, meshes, all, body);
  std::vector<std::uint32_t> order(places.count());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t w) { return rank[w]; });
  KeptPlaces kept(places);
  for (const std::uint32_t w : order)
    kept.keep(w, rank[w] == Rank::needed ? 0.0 : (rank[w] == Rank::over_body ? kOverBody : 1.0) * apart[w]);
  if (static_cast<double>(kept.count()) > kHardlyFewer * static_cast<double>(places.count()))
    return std::nullopt;

  CoarseGarment out;
  std::vector<Corners> triangles;
  first = 0;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    const std::vector<Corners> its = coarse_triangles(meshes[m], kept);
    if (its.empty()) return std::nullopt;
    out.meshes.push_back(thinned(garment[m], places, first, its, out.kept));
    triangles.insert(triangles.end(), its.begin(), its.end());
    first += garment[m].mesh.positions.size();
  }
  place_among(places, kept, triangles, out);
  return out;
}

}  // namespace mannequin
