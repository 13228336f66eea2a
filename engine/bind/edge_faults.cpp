#include "engine/bind/edge_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "engine/core/quantity.h"

namespace mannequin {
namespace {

// A corner this many steps of single precision off the line of the others has only been rounded.
constexpr double kRoundingSteps = 4.0;
// Farther apart, open edges are two hems: linings lie 0.5 mm behind their cloth.
constexpr double kSeamGap = 2e-4;  // metres
// Of the shortest edge there, so that the edges of a fine mesh are not taken for a seam.
constexpr double kSeamShare = 0.1;
// What --weld is proposed with; twice that if the gap is wider.
constexpr double kWeldDistance = 1e-4;  // metres

std::vector<std::uint32_t> ends_of(const std::vector<Surface::Edge>& edges) {
  std::vector<std::uint32_t> out;
  for (const Surface::Edge& edge : edges) out.insert(out.end(), edge.begin(), edge.end());
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// Open edges that lie beside each other without being one.
class Seams {
 public:
  Seams(const Surface& surface, const EdgeUses& uses);
  // The vertices of both sides.
  std::vector<bool> find();
  double widest() const { return widest_; }  // metres

 private:
  using Cell = std::tuple<std::int64_t, std::int64_t, std::int64_t>;
  static Cell cell_of(const Vec3& p) {
    const Vec3 at = glm::floor(p / kSeamGap);
    return {static_cast<std::int64_t>(at.x), static_cast<std::int64_t>(at.y),
            static_cast<std::int64_t>(at.z)};
  }
  double gap(std::uint32_t a, std::uint32_t b) const {
    return glm::distance(surface_.positions[a], surface_.positions[b]);
  }
  bool beside(std::uint32_t a, std::uint32_t b) const {
    return a != b && gap(a, b) <= std::min(kSeamGap, kSeamShare * std::min(shortest_[a], shortest_[b]));
  }
  // Whether an open edge of one runs along one of the other.
  bool runs_along(std::uint32_t a, std::uint32_t b) const;

  const Surface& surface_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> open_;  // a vertex's neighbours along open edges
  std::vector<double> shortest_;                              // edge of each vertex
  double widest_ = 0.0;
};

Seams::Seams(const Surface& surface, const EdgeUses& uses)
    : surface_(surface), shortest_(surface.positions.size(), std::numeric_limits<double>::infinity()) {
  for (const auto& [edge, use] : uses) {
    const double length = gap(edge[0], edge[1]);
    for (const std::uint32_t v : edge) shortest_[v] = std::min(shortest_[v], length);
    if (use.triangles != 1) continue;
    open_[edge[0]].push_back(edge[1]);
    open_[edge[1]].push_back(edge[0]);
  }
}

bool Seams::runs_along(std::uint32_t a, std::uint32_t b) const {
  return std::ranges::any_of(open_.at(a), [&](std::uint32_t after_a) {
    return std::ranges::any_of(
        open_.at(b), [&](std::uint32_t after_b) { return after_a == after_b || beside(after_a, after_b); });
  });
}

std::vector<bool> Seams::find() {
  std::map<Cell, std::vector<std::uint32_t>> cells;
  for (const auto& [v, neighbours] : open_) cells[cell_of(surface_.positions[v])].push_back(v);
  std::vector<bool> found(surface_.positions.size());
  for (const auto& [a, neighbours] : open_) {
    const auto [x, y, z] = cell_of(surface_.positions[a]);
    for (int near = 0; near < 27; ++near) {
      const auto cell = cells.find({x + near % 3 - 1, y + near / 3 % 3 - 1, z + near / 9 - 1});
      if (cell == cells.end()) continue;
      for (const std::uint32_t b : cell->second) {
        if (a >= b || !beside(a, b) || !runs_along(a, b)) continue;
        found[a] = found[b] = true;
        widest_ = std::max(widest_, gap(a, b));
      }
    }
  }
  return found;
}

}  // namespace

std::vector<std::uint32_t> vertices_where(const std::vector<bool>& flags) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t v = 0; v < flags.size(); ++v)
    if (flags[v]) out.push_back(v);
  return out;
}

double doubled_area(const Surface& surface, const Surface::Triangle& t) {
  const Vec3& a = surface.positions[t[0]];
  return glm::length(glm::cross(surface.positions[t[1]] - a, surface.positions[t[2]] - a));
}

std::vector<bool> flat_triangles(const Surface& surface) {
  std::vector<bool> flat;
  flat.reserve(surface.triangles.size());
  for (const Surface::Triangle& t : surface.triangles) {
    double longest = 0.0, farthest = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3& p = surface.positions[t[k]];
      longest = std::max(longest, glm::distance(p, surface.positions[t[(k + 1) % 3]]));
      farthest = std::max({farthest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    }
    const double rounding = kRoundingSteps * std::numeric_limits<float>::epsilon() * farthest;
    flat.push_back(doubled_area(surface, t) <= std::max(1e-7 * longest, rounding) * longest);
  }
  return flat;
}

Surface without_flaps(const Surface& surface, const std::vector<bool>& flat) {
  if (std::ranges::none_of(flat, [](bool each) { return each; })) return surface;
  const EdgeUses uses = edge_uses(surface);
  Surface out{surface.positions, {}, {}};
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const Surface::Triangle& corners = surface.triangles[t];
    bool flap = false;
    for (std::size_t k = 0; k < 3 && flat[t]; ++k) {
      const std::uint32_t a = corners[k], b = corners[(k + 1) % 3];
      const auto use = uses.find({std::min(a, b), std::max(a, b)});
      flap = flap || use == uses.end() || use->second.triangles == 1;
    }
    if (!flap) out.triangles.push_back(corners);
  }
  out.edges = triangle_edges(out.triangles);
  return out;
}

EdgeUses edge_uses(const Surface& surface, const std::vector<bool>& left_out) {
  EdgeUses uses;
  for (std::size_t i = 0; i < surface.triangles.size(); ++i) {
    const Surface::Triangle& t = surface.triangles[i];
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0] || (!left_out.empty() && left_out[i])) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3], opposite = t[(k + 2) % 3];
      EdgeUse& use = uses[{std::min(a, b), std::max(a, b)}];
      use.doubled = use.doubled || (use.triangles > 0 && use.opposite == opposite);
      if (use.triangles++ == 0) use.opposite = opposite;
      use.turn += a < b ? 1 : -1;
    }
  }
  return uses;
}

void find_non_manifold(const EdgeUses& uses, BindFaults& faults) {
  std::vector<Surface::Edge> edges;
  for (const auto& [edge, use] : uses)
    if (use.triangles > 2) edges.push_back(edge);
  if (edges.empty()) return;
  faults.push_back({"non_manifold", ends_of(edges),
                    fmt::format("{} more than two faces, so inside and outside are not clear there",
                                quantity(edges.size(), "edge belongs to", "edges belong to")),
                    "delete duplicate and inner faces, or separate them from the rest; or use --method voxel",
                    false});
}

void find_flipped(const EdgeUses& uses, BindFaults& faults) {
  std::vector<Surface::Edge> edges;
  for (const auto& [edge, use] : uses)
    if (use.triangles == 2 && use.turn != 0 && !use.doubled) edges.push_back(edge);
  if (edges.empty()) return;
  faults.push_back(
      {"flipped_faces", ends_of(edges),
       fmt::format("{} between two faces of which one points inwards; inside and outside change places "
                   "there, and weights are wrong around it",
                   quantity(edges.size(), "edge lies", "edges lie")),
       "recalculate the normals outwards, or flip the faces that point inwards", false});
}

void find_not_welded(const Surface& surface, const EdgeUses& uses, BindFaults& faults) {
  std::vector<bool> border(surface.positions.size());
  for (const auto& [edge, use] : uses)
    if (use.triangles == 1) border[edge[0]] = border[edge[1]] = true;
  const auto place = [&](std::uint32_t v) {
    const Vec3& p = surface.positions[v];
    return std::tuple(p.x, p.y, p.z);
  };
  std::vector<std::uint32_t> order(surface.positions.size());
  for (std::uint32_t v = 0; v < order.size(); ++v) order[v] = v;
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple(place(a), a) < std::tuple(place(b), b);
  });
  Seams seams(surface, uses);
  std::vector<bool> open = seams.find(), doubled(surface.positions.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i + 1, on_border = border[order[i]] ? 1 : 0;
    for (; end < order.size() && place(order[end]) == place(order[i]); ++end) on_border += border[order[end]];
    if (end > i + 1)
      for (std::size_t k = i; k < end; ++k)
        (on_border > 1 && border[order[k]] ? open : doubled)[order[k]] = true;
    i = end;
  }
  std::vector<std::uint32_t> vertices = vertices_where(open);
  if (!vertices.empty()) {
    const std::string count = quantity(vertices.size(), "vertex coincides", "vertices coincide");
    const double widest = seams.widest();
    faults.push_back(
        {kNotWelded, std::move(vertices),
         widest > 0.0
             ? fmt::format("{} or nearly (at most {:.3f} mm apart) with others on open edges without being "
                           "merged; each side gets weights of its own, and the mesh tears there",
                           count, std::ceil(1e6 * widest) / 1000.0)
             : fmt::format("{} with others on open edges without being merged; each side gets weights of its "
                           "own, and the mesh tears there",
                           count),
         widest <= kWeldDistance
             ? "merge vertices by distance, or give those in one place one weight with --weld 0.0001"
             : "merge vertices by distance, or give those in one place one weight with --weld 0.0002",
         false});
  }
  vertices = vertices_where(doubled);
  if (vertices.empty()) return;
  const std::string message = fmt::format("{} with others: two surfaces overlap, or faces are duplicated",
                                          quantity(vertices.size(), "vertex coincides", "vertices coincide"));
  faults.push_back({"duplicate_vertices", std::move(vertices), message,
                    "delete one of the surfaces, or merge vertices by distance", false});
}

}  // namespace mannequin
