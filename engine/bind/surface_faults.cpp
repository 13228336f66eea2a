#include "engine/bind/surface_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/bind/edge_faults.h"
#include "engine/bind/place_faults.h"
#include "engine/bind/rims.h"
#include "engine/bind/surface_tree.h"
#include "engine/core/parallel.h"
#include "engine/core/quantity.h"

namespace mannequin {
namespace {

// The fraction of a part's edges that may be open if inside and outside are to be distinguished.
constexpr double kNearlyClosed = 0.1;

void find_zero_area(const Surface& surface, const std::vector<bool>& flat, BindFaults& faults) {
  const auto count = std::ranges::count(flat, true);
  if (count == 0) return;
  std::vector<bool> flags(surface.positions.size());
  for (std::size_t t = 0; t < flat.size(); ++t)
    if (flat[t])
      for (const std::uint32_t v : surface.triangles[t]) flags[v] = true;
  faults.push_back({"zero_area_triangles", vertices_where(flags),
                    fmt::format("{} no area; no heat flows there",
                                quantity(static_cast<std::size_t>(count), "triangle has", "triangles have")),
                    "merge their vertices by distance, or delete these faces", false});
}

void find_loose(const Surface& surface, BindFaults& faults) {
  std::vector<bool> loose(surface.positions.size(), true);
  for (const Surface::Triangle& t : surface.triangles)
    for (const std::uint32_t v : t) loose[v] = false;
  std::vector<std::uint32_t> vertices = vertices_where(loose);
  if (vertices.empty()) return;
  const std::string message = fmt::format("{} to no face, and the weights of the nearest part are used",
                                          quantity(vertices.size(), "vertex belongs", "vertices belong"));
  faults.push_back({"loose_vertices", std::move(vertices), message, "delete loose vertices", false});
}

// `flat`: triangles without area; their edges are no openings. `unmerged`: vertices that coincide with
// others; their edges are seams.
void find_open_shell(const Surface& surface, const std::vector<bool>& flat, std::span<const BindBone> bones,
                     std::span<const std::uint32_t> unmerged, BindFaults& faults) {
  BindFault fault{"open_shell", {}, "", "", false};
  std::size_t count = 0;
  for (const Rim& rim : rims_of(without_flaps(surface, flat))) {
    if (leads_on(rim, bones) || std::ranges::any_of(rim.vertices, [&](std::uint32_t v) {
          return std::ranges::binary_search(unmerged, v);
        }))
      continue;
    ++count;
    fault.vertices.insert(fault.vertices.end(), rim.vertices.begin(), rim.vertices.end());
  }
  if (count == 0) return;
  std::ranges::sort(fault.vertices);
  fault.message = fmt::format(
      "no bone passes through {}; seen from behind, bones may heat the far side of the mesh there",
      quantity(count, "opening", "openings"));
  fault.remedy =
      "fill the opening, or use --method voxel, which closes it; if it is meant, check the weights";
  faults.push_back(std::move(fault));
}

void find_inside_out(const Surface& surface, const EdgeUses& uses, BindFaults& faults) {
  const SurfaceParts parts = connected_parts(surface.positions.size(), surface.triangles);
  std::vector<Vec3> middle(parts.count, Vec3(0.0));
  std::vector<double> count(parts.count, 0.0), volume(parts.count, 0.0), area(parts.count, 0.0);
  std::vector<double> edges(parts.count, 0.0), open(parts.count, 0.0);
  for (std::size_t v = 0; v < surface.positions.size(); ++v) {
    middle[parts.part[v]] += surface.positions[v];
    count[parts.part[v]] += 1.0;
  }
  for (std::size_t p = 0; p < parts.count; ++p) middle[p] /= count[p];
  for (const auto& [edge, use] : uses) {
    edges[parts.part[edge[0]]] += 1.0;
    if (use.triangles == 1) open[parts.part[edge[0]]] += 1.0;
  }
  for (const Surface::Triangle& t : surface.triangles) {
    const std::size_t p = parts.part[t[0]];
    const Vec3 a = surface.positions[t[0]] - middle[p], b = surface.positions[t[1]] - middle[p],
               c = surface.positions[t[2]] - middle[p];
    volume[p] += glm::dot(a, glm::cross(b, c)) / 6.0;
    area[p] += doubled_area(surface, t) / 2.0;
  }
  std::vector<bool> flags(surface.positions.size());
  for (std::size_t v = 0; v < flags.size(); ++v) {
    const std::size_t p = parts.part[v];
    flags[v] =
        edges[p] > 0.0 && open[p] <= kNearlyClosed * edges[p] && volume[p] < -1e-3 * std::pow(area[p], 1.5);
  }
  std::vector<std::uint32_t> vertices = vertices_where(flags);
  if (vertices.empty()) return;
  const std::string message = fmt::format(
      "{} to parts whose faces point inwards; their inside counts as outside, and weights are of no use",
      quantity(vertices.size(), "vertex belongs", "vertices belong"));
  faults.push_back({"inside_out", std::move(vertices), message,
                    "recalculate the normals outwards, or flip these faces", false});
}

void find_self_intersections(const Surface& surface, BindFaults& faults) {
  const SurfaceTree tree(surface);
  constexpr std::size_t kEdgesAtOnce = 1024;
  const std::size_t runs = (surface.edges.size() + kEdgesAtOnce - 1) / kEdgesAtOnce;
  std::vector<std::vector<std::uint32_t>> found(runs);
  Parallel(0).for_each(runs, [&](std::size_t run) {
    const std::size_t end = std::min(surface.edges.size(), (run + 1) * kEdgesAtOnce);
    for (std::size_t e = run * kEdgesAtOnce; e < end; ++e) {
      const auto [a, b] = surface.edges[e];
      const std::vector<std::uint32_t> cut = tree.cut_by(a, b);
      if (cut.empty()) continue;
      found[run].insert(found[run].end(), {a, b});
      for (const std::uint32_t t : cut)
        found[run].insert(found[run].end(), surface.triangles[t].begin(), surface.triangles[t].end());
    }
  });
  std::vector<bool> flags(surface.positions.size());
  for (const auto& some : found)
    for (const std::uint32_t v : some) flags[v] = true;
  std::vector<std::uint32_t> vertices = vertices_where(flags);
  if (vertices.empty()) return;
  const std::string message =
      fmt::format("the surface intersects itself at {}; the inner parts may hide bones",
                  quantity(vertices.size(), "vertex", "vertices"));
  faults.push_back({"self_intersections", std::move(vertices), message,
                    "move these vertices apart, or check their weights afterwards", false});
}

}  // namespace

BindFaults surface_faults(const Surface& surface) {
  BindFaults faults;
  const std::vector<bool> flat = flat_triangles(surface);
  const EdgeUses uses = edge_uses(surface);
  find_wrong_size(surface, faults);
  find_loose(surface, faults);
  find_not_welded(surface, uses, faults);
  find_inside_out(surface, uses, faults);
  find_flipped(edge_uses(surface, flat), faults);
  return faults;
}

BindFaults surface_faults(const Surface& surface, std::span<const BindBone> bones) {
  BindFaults faults = surface_faults(surface);
  const auto seams = std::ranges::find(faults, kNotWelded, &BindFault::code);
  const std::vector<std::uint32_t> unmerged =
      seams == faults.end() ? std::vector<std::uint32_t>() : seams->vertices;
  find_far_from_bones(surface, bones, faults);
  const std::vector<bool> flat = flat_triangles(surface);
  find_zero_area(surface, flat, faults);
  find_non_manifold(edge_uses(surface, flat), faults);
  find_open_shell(surface, flat, bones, unmerged, faults);
  find_self_intersections(surface, faults);
  return faults;
}

}  // namespace mannequin
