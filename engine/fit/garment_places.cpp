#include "engine/fit/garment_places.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "engine/bind/surface_tree.h"
#include "engine/math/unit.h"

namespace mannequin {
namespace {

constexpr double kMirrored = 1e-4;  // metres
constexpr double kPlaceGrid = 1e5;  // vertices in one place, per metre
constexpr double kSewn = 1e-4;      // metres between a vertex and one of the body
constexpr double kInside = -0.2;    // cosine to the body's normal; less, and cloth is a lining
constexpr double kSeam = 5e-4;      // metres between the sides of a seam that is not quite closed,
constexpr double kOfEdge = 0.25;    // and at most so much of the shortest open edge there

using GridKey = std::tuple<long, long, long>;

GridKey key_of(const Vec3& p, double per_metre = kPlaceGrid) {
  return {std::lround(p.x * per_metre), std::lround(p.y * per_metre), std::lround(p.z * per_metre)};
}

// Per place, the length of its shortest edge that only one triangle has; 0: none.
std::vector<double> shortest_open_edges(std::span<const Surface::Triangle> triangles,
                                        const GarmentPlaces& places) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (const Surface::Triangle& t : triangles)
    for (std::size_t c = 0; c < 3; ++c) {
      const std::uint32_t a = places.of[t[c]], b = places.of[t[(c + 1) % 3]];
      if (a != b) edges.emplace_back(std::min(a, b), std::max(a, b));
    }
  std::ranges::sort(edges);
  std::vector<double> shortest(places.count(), 0.0);
  for (std::size_t i = 0, end = 0; i < edges.size(); i = end) {
    while (end < edges.size() && edges[end] == edges[i]) ++end;
    if (end - i > 1) continue;
    const auto [a, b] = edges[i];
    const double length = glm::distance(places.positions[a], places.positions[b]);
    for (const std::uint32_t w : {a, b})
      shortest[w] = shortest[w] > 0.0 ? std::min(shortest[w], length) : length;
  }
  return shortest;
}

// One place for those on open edges that all but coincide, in their middle. Clothes that are made by moving a
// body's faces outwards are not quite closed along its seams, and would open there.
void close_seams(std::span<const Surface::Triangle> triangles, GarmentPlaces& places) {
  const std::vector<double> open = shortest_open_edges(triangles, places);
  std::vector<std::uint32_t> root(places.count());
  std::iota(root.begin(), root.end(), 0u);
  const auto find = [&](std::uint32_t w) {
    while (root[w] != w) w = root[w];
    return w;
  };
  bool any = false;
  const auto try_join = [&](std::uint32_t a, std::uint32_t b) {
    const double most = std::min(kSeam, kOfEdge * std::min(open[a], open[b]));
    if (!(glm::distance(places.positions[a], places.positions[b]) < most)) return;
    root[std::max(find(a), find(b))] = std::min(find(a), find(b));
    any = true;
  };
  std::map<GridKey, std::vector<std::uint32_t>> cells;
  for (std::uint32_t w = 0; w < places.count(); ++w) {
    if (!(open[w] > 0.0)) continue;
    const auto [x, y, z] = key_of(places.positions[w], 1.0 / kSeam);
    for (int i = 0; i < 27; ++i) {
      const auto near = cells.find({x + i % 3 - 1, y + i / 3 % 3 - 1, z + i / 9 - 1});
      if (near == cells.end()) continue;
      for (const std::uint32_t other : near->second) try_join(other, w);
    }
    cells[{x, y, z}].push_back(w);
  }
  if (!any) return;
  std::vector<std::uint32_t> number(places.count());
  std::vector<Vec3> middle;
  std::vector<double> count;
  for (std::uint32_t w = 0; w < places.count(); ++w) {
    const std::uint32_t first = find(w);
    if (first == w) {
      number[w] = static_cast<std::uint32_t>(middle.size());
      middle.emplace_back(0.0);
      count.push_back(0.0);
    }
    number[w] = number[first];
    middle[number[w]] += places.positions[w];
    count[number[w]] += 1.0;
  }
  for (std::size_t w = 0; w < middle.size(); ++w) middle[w] /= count[w];
  places.positions = std::move(middle);
  for (std::uint32_t& place : places.of) place = number[place];
}

}  // namespace

GarmentPlaces find_places(const FitSurface& garment, const FitSurface& body) {
  GarmentPlaces out;
  std::map<GridKey, std::uint32_t> known;
  for (const Vec3& p : garment.bound_positions()) {
    const auto [entry, is_new] =
        known.try_emplace(key_of(p), static_cast<std::uint32_t>(out.positions.size()));
    if (is_new) out.positions.push_back(p);
    out.of.push_back(entry->second);
  }
  close_seams(garment.triangles(), out);
  known.clear();
  for (std::uint32_t w = 0; w < out.count(); ++w) known.try_emplace(key_of(out.positions[w]), w);
  out.neighbours.resize(out.count());
  for (const Surface::Triangle& t : garment.triangles())
    for (int c = 0; c < 3; ++c) {
      const std::uint32_t a = out.of[t[static_cast<std::size_t>(c)]],
                          b = out.of[t[static_cast<std::size_t>((c + 1) % 3)]];
      if (a == b) continue;
      out.neighbours[a].push_back(b);
      out.neighbours[b].push_back(a);
    }
  for (auto& list : out.neighbours) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  Surface surface;
  surface.positions = body.bound_positions();
  surface.triangles = body.triangles();
  const std::vector<Vec3> normals = body.bound_normals(),
                          cloth = place_normals(out, garment.triangles(), out.positions);
  const SurfaceTree tree(surface);
  std::vector<bool> sewn_on;
  for (std::size_t w = 0; w < out.count(); ++w) {
    Vec3 n(0.0);
    bool sewn = false;
    const auto near = tree.nearest(out.positions[w]);
    for (std::size_t c = 0; near && c < 3; ++c) {
      const std::uint32_t corner = surface.triangles[near->triangle][c];
      sewn = sewn || glm::distance(surface.positions[corner], out.positions[w]) < kSewn;
      n += near->barycentric[static_cast<int>(c)] * unit_or_zero(normals[corner]);
    }
    sewn_on.push_back(sewn);
    n = unit_or_zero(n);
    // Cloth perpendicular to the body, such as the end of a sleeve, would slide along itself.
    out.outwards.push_back(glm::dot(n, cloth[w]) > kInside ? unit_or_zero(n + cloth[w]) : n);
  }
  for (int times = 0; times < 3; ++times) {
    std::vector<Vec3> smooth = out.outwards;
    for (std::size_t w = 0; w < out.count(); ++w) {
      for (const std::uint32_t b : out.neighbours[w]) smooth[w] += out.outwards[b];
      smooth[w] = unit_or_zero(smooth[w]);
    }
    out.outwards = std::move(smooth);
  }
  for (std::size_t w = 0; w < out.count(); ++w)
    if (sewn_on[w]) out.outwards[w] = Vec3(0.0);

  const auto mirror_key = [&](Vec3 p) { return key_of({p.x, -p.y, p.z}); };
  std::size_t found = 0;
  for (std::uint32_t w = 0; w < out.count(); ++w) {
    out.mirror.push_back(w);
    const auto [x, y, z] = mirror_key(out.positions[w]);
    const long reach = std::lround(kMirrored * kPlaceGrid);
    double nearest = kMirrored;
    for (auto it = known.lower_bound({x - reach, y - reach, z - reach}); it != known.end(); ++it) {
      if (std::get<0>(it->first) > x + reach) break;
      if (std::labs(std::get<1>(it->first) - y) > reach || std::labs(std::get<2>(it->first) - z) > reach)
        continue;
      const Vec3& p = out.positions[it->second];
      const Vec3& own = out.positions[w];
      const double apart = glm::length(Vec3(p.x - own.x, p.y + own.y, p.z - own.z));
      if (apart < nearest) {
        nearest = apart;
        out.mirror[w] = it->second;
      }
    }
    if (nearest < kMirrored) ++found;
  }
  out.is_symmetric = found * 10 >= out.count() * 9;
  if (!out.is_symmetric)
    for (std::uint32_t w = 0; w < out.count(); ++w) out.mirror[w] = w;
  return out;
}

std::vector<Vec3> place_normals(const GarmentPlaces& places, std::span<const Surface::Triangle> triangles,
                                std::span<const Vec3> at) {
  std::vector<Vec3> normals(places.count(), Vec3(0.0));
  for (const Surface::Triangle& t : triangles) {
    const std::uint32_t a = places.of[t[0]], b = places.of[t[1]], c = places.of[t[2]];
    const Vec3 n = glm::cross(at[b] - at[a], at[c] - at[a]);
    for (const std::uint32_t w : {a, b, c}) normals[w] += n;
  }
  for (Vec3& n : normals) n = unit_or_zero(n);
  return normals;
}

}  // namespace mannequin
