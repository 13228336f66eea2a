#include "engine/bind/place_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>

#include "engine/bind/edge_faults.h"
#include "engine/bind/placing.h"
#include "engine/core/quantity.h"

namespace mannequin {
namespace {

// Worn things are larger than a ring and smaller than a house.
constexpr double kSmallest = 0.03, kLargest = 10.0;  // metres, the diagonal of the box
constexpr double kTinyDoubledArea = std::numeric_limits<float>::epsilon();
constexpr char kWrongUnit[] = "wrong_unit";
constexpr double kFar = 0.3;  // metres, from what moves a mesh

std::vector<std::uint32_t> every_vertex(const Surface& surface) {
  std::vector<std::uint32_t> all(surface.positions.size());
  for (std::uint32_t v = 0; v < all.size(); ++v) all[v] = v;
  return all;
}

// Parts of the surface, together with those that lie near them: in cells of that size that touch.
SurfaceParts neighbourhoods(const Surface& surface) {
  using Cell = std::array<std::int64_t, 3>;
  std::map<Cell, std::uint32_t> first;
  std::vector<Surface::Triangle> links = surface.triangles;
  for (std::uint32_t v = 0; v < surface.positions.size(); ++v) {
    const Vec3 at = glm::floor(surface.positions[v] / kFar);
    const auto x = static_cast<std::int64_t>(at.x), y = static_cast<std::int64_t>(at.y),
               z = static_cast<std::int64_t>(at.z);
    const auto [cell, added] = first.emplace(Cell{x, y, z}, v);
    links.push_back({cell->second, v, v});
    for (int near = 0; added && near < 27; ++near) {
      const auto other = first.find({x + near % 3 - 1, y + near / 3 % 3 - 1, z + near / 9 - 1});
      if (other != first.end()) links.push_back({other->second, v, v});
    }
  }
  return connected_parts(surface.positions.size(), links);
}

// Neighbourhoods with faces in which no vertex is near.
struct FarParts {
  std::vector<std::uint32_t> vertices;                     // ascending
  double least = std::numeric_limits<double>::infinity();  // metres
};
FarParts far_parts(const Surface& surface, const std::function<double(const Vec3&)>& distance) {
  const SurfaceParts parts = neighbourhoods(surface);
  std::vector<double> least(parts.count, std::numeric_limits<double>::infinity());
  std::vector<bool> has_faces(parts.count);
  for (const Surface::Triangle& t : surface.triangles) has_faces[parts.part[t[0]]] = true;
  for (std::size_t v = 0; v < surface.positions.size(); ++v)
    if (double& nearest = least[parts.part[v]]; nearest >= kFar)
      nearest = std::min(nearest, distance(surface.positions[v]));
  FarParts out;
  for (std::uint32_t v = 0; v < surface.positions.size(); ++v) {
    const std::uint32_t part = parts.part[v];
    if (!has_faces[part] || least[part] < kFar || !std::isfinite(least[part])) continue;
    out.vertices.push_back(v);
    out.least = std::min(out.least, least[part]);
  }
  return out;
}

}  // namespace

void find_wrong_size(const Surface& surface, BindFaults& faults) {
  if (surface.positions.empty()) return;
  Vec3 low = surface.positions.front(), high = low;
  for (const Vec3& p : surface.positions) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  const double size = glm::length(high - low);
  const auto tiny =
      static_cast<std::size_t>(std::ranges::count_if(surface.triangles, [&](const Surface::Triangle& t) {
        return doubled_area(surface, t) <= kTinyDoubledArea;
      }));
  const bool mostly_tiny = !surface.triangles.empty() && 2 * tiny > surface.triangles.size();
  if (size >= kSmallest && size <= kLargest && !(mostly_tiny && size < 0.2)) return;
  faults.push_back(
      {kWrongUnit, every_vertex(surface),
       fmt::format("the size of the mesh is {:.3g} m, so it is probably not in metres, or its scale was not "
                   "applied; weights depend on the unit",
                   size),
       "apply scale and export in metres, or give the metres per unit (--mesh-scale, for .obj)", false});
}

void find_far_from_bones(const Surface& surface, std::span<const BindBone> bones, BindFaults& faults) {
  const FarParts far = far_parts(surface, [&](const Vec3& p) {
    double least = std::numeric_limits<double>::infinity();
    for (const BindBone& bone : bones) least = std::min(least, glm::distance(p, nearest_on_bone(p, bone)));
    return least;
  });
  if (far.vertices.empty()) return;
  if (far.vertices.size() == surface.positions.size()) {
    faults.push_back(
        {"far_from_bones", far.vertices,
         fmt::format("no vertex is closer than {:.2f} m to a bone; its weights will be useless", far.least),
         "move the mesh to the avatar (pelvis at 1.067 m), rotate its up axis to Z (or say which it is: "
         "--mesh-up, for .obj), or choose other joints",
         false});
    return;
  }
  faults.push_back({"far_from_bones", far.vertices,
                    fmt::format("{} in parts of the mesh that are {:.2f} m or more from every bone; their "
                                "weights will be useless",
                                quantity(far.vertices.size(), "vertex is", "vertices are"), far.least),
                    "move these parts to the avatar, delete them, or choose other joints", false});
}

void find_far_from_source(const Surface& surface, const SourceTrees& sources, BindFaults& faults) {
  const FarParts far = far_parts(surface, [&](const Vec3& p) {
    const SourceTrees::Match match = sources.nearest(p);
    return match.found ? match.point.distance : std::numeric_limits<double>::infinity();
  });
  if (far.vertices.empty()) return;
  faults.push_back({"far_from_source", far.vertices,
                    fmt::format("{} in parts of the mesh that are {:.2f} m or more from what weights are "
                                "copied from",
                                quantity(far.vertices.size(), "vertex is", "vertices are"), far.least),
                    "move these parts to the source, delete them, or choose another source with --from",
                    false});
}

void find_misplaced(const Surface& surface, const SourceTrees& body, BindFaults& faults) {
  const std::optional<Placing> better = better_placing(surface, body);
  if (!better) return;
  const std::vector<std::uint32_t> all = every_vertex(surface);
  if (better->scale != 1.0) {
    std::erase_if(faults, [](const BindFault& fault) { return fault.code == kWrongUnit; });
    faults.push_back(
        {kWrongUnit, all,
         fmt::format("the mesh fits the body much better {:.3g} times as large, so it is probably not in "
                     "metres, or its scale was not applied; weights depend on the unit",
                     better->scale),
         "apply scale and export in metres, or give the metres per unit (--mesh-scale, for .obj)", false});
  }
  if (better->up != 0)
    faults.push_back(
        {"wrong_up", all,
         "the mesh fits the body much better once it is stood up, so its up axis is probably not "
         "Z; its weights will be useless",
         "rotate its up axis to Z, or say which it is (--mesh-up, for .obj)", false});
  if (better->turn != 0)
    faults.push_back(
        {"wrong_front", all,
         fmt::format("the mesh fits the body much better turned by {} degrees about the vertical, so its "
                     "front is probably not at +X; its weights will be useless",
                     better->turn == 3 ? -90 : 90 * better->turn),
         "turn it until it faces along +X, with Z up and its left at +Y (in an .obj with Y up: its left at "
         "-Z)",
         false});
  if (better->raised != 0.0)
    faults.push_back(
        {"wrong_height", all,
         fmt::format("the mesh fits the body much better {:.2f} m higher, so it is probably not where the "
                     "avatar stands; its weights will be useless",
                     better->raised),
         "move the mesh to the avatar (feet at 0, pelvis at 1.067 m), and apply its location", false});
}

}  // namespace mannequin
