#include "engine/bind/rims.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace mannequin {
namespace {

constexpr double kAcross = 0.5;  // cosine between a bone and the normal of an opening that it passes through

struct Open {
  Surface::Edge edge;  // in the direction of its triangle
  int triangles = 0;
};

// Edges of a single triangle.
std::vector<Surface::Edge> open_edges(const Surface& surface) {
  std::map<Surface::Edge, Open> edges;
  for (const Surface::Triangle& t : surface.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3];
      if (a == b) continue;
      Open& open = edges[{std::min(a, b), std::max(a, b)}];
      open.edge = {a, b};
      ++open.triangles;
    }
  std::vector<Surface::Edge> out;
  for (const auto& [ends, open] : edges)
    if (open.triangles == 1) out.push_back(open.edge);
  return out;
}

}  // namespace

std::vector<Rim> rims_of(const Surface& surface) {
  const std::vector<Surface::Edge> edges = open_edges(surface);
  // Parts that are connected by these edges alone.
  std::vector<Surface::Triangle> links;
  for (const Surface::Edge& edge : edges) links.push_back({edge[0], edge[1], edge[1]});
  const SurfaceParts parts = connected_parts(surface.positions.size(), links);
  std::map<std::uint32_t, Rim> by_part;
  std::vector<bool> seen(surface.positions.size());
  for (const Surface::Edge& edge : edges)
    for (const std::uint32_t v : edge) {
      if (seen[v]) continue;
      seen[v] = true;
      Rim& rim = by_part[parts.part[v]];
      rim.vertices.push_back(v);
      rim.middle += surface.positions[v];
    }
  for (auto& [part, rim] : by_part) {
    const auto count = static_cast<double>(rim.vertices.size());
    rim.middle /= count;
    for (const std::uint32_t v : rim.vertices)
      rim.radius += glm::distance(surface.positions[v], rim.middle) / count;
    std::ranges::sort(rim.vertices);
  }
  for (const Surface::Edge& edge : edges) {
    Rim& rim = by_part[parts.part[edge[0]]];
    rim.normal +=
        glm::cross(surface.positions[edge[0]] - rim.middle, surface.positions[edge[1]] - rim.middle);
  }
  std::vector<Rim> rims;
  for (auto& [part, rim] : by_part) {
    const double length = glm::length(rim.normal);
    rim.normal = length > 0.0 ? rim.normal / length : Vec3(0.0);
    rims.push_back(std::move(rim));
  }
  return rims;
}

bool leads_on(const Rim& rim, std::span<const BindBone> bones) {
  return std::ranges::any_of(bones, [&](const BindBone& bone) {
    const Vec3 way = bone.tail - bone.head;
    return glm::distance(nearest_on_bone(rim.middle, bone), rim.middle) <= rim.radius &&
           std::abs(glm::dot(way, rim.normal)) >= kAcross * glm::length(way);
  });
}

}  // namespace mannequin
