#include "engine/bind/cotangents.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace mannequin {
namespace {

constexpr double kLeastDoubledArea = std::numeric_limits<float>::epsilon();
// A triangle counts as collapsed if its height is this small a fraction of its longest edge.
constexpr double kCollapsed = 1e-10;

struct Corner {
  std::uint32_t a, b;  // ends of the opposite edge, a < b
  double cotangent;
};

}  // namespace

Cotangents make_cotangents(const Surface& surface) {
  Cotangents out;
  out.area.assign(surface.positions.size(), 0.0);
  std::vector<bool> has_triangle(surface.positions.size()), has_extent(surface.positions.size());
  std::vector<Corner> corners;
  corners.reserve(surface.triangles.size() * 3);
  for (const Surface::Triangle& t : surface.triangles) {
    std::array<Vec3, 3> p;
    for (std::size_t k = 0; k < 3; ++k) p[k] = surface.positions[t[k]];
    const double doubled = glm::length(glm::cross(p[1] - p[0], p[2] - p[0]));
    std::array<double, 3> cotangent{}, opposite{}, dot{};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 u = p[(k + 1) % 3] - p[k], w = p[(k + 2) % 3] - p[k];
      dot[k] = glm::dot(u, w);
      cotangent[k] = doubled > kLeastDoubledArea ? dot[k] / doubled : 0.0;
      opposite[k] = glm::dot(w - u, w - u);
    }
    const double longest = std::max({opposite[0], opposite[1], opposite[2]});
    for (const std::uint32_t v : t) {
      has_triangle[v] = true;
      if (doubled > kCollapsed * longest) has_extent[v] = true;
    }
    const auto obtuse = static_cast<std::size_t>(std::ranges::min_element(dot) - dot.begin());
    for (std::size_t k = 0; k < 3; ++k) {
      if (dot[obtuse] < 0.0)
        out.area[t[k]] += 0.5 * doubled * (k == obtuse ? 0.5 : 0.25);
      else
        out.area[t[k]] += 0.125 * (cotangent[(k + 1) % 3] * opposite[(k + 1) % 3] +
                                   cotangent[(k + 2) % 3] * opposite[(k + 2) % 3]);
      const std::uint32_t a = t[(k + 1) % 3], b = t[(k + 2) % 3];
      if (a != b) corners.push_back({std::min(a, b), std::max(a, b), cotangent[k]});
    }
  }
  std::ranges::stable_sort(
      corners, [](const Corner& x, const Corner& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  for (std::size_t i = 0; i < corners.size();) {
    std::size_t end = i;
    double sum = 0.0;
    for (; end < corners.size() && corners[end].a == corners[i].a && corners[end].b == corners[i].b; ++end)
      sum += corners[end].cotangent;
    if (sum != 0.0) out.edges.push_back({corners[i].a, corners[i].b, sum / static_cast<double>(end - i)});
    i = end;
  }
  out.collapsed.resize(surface.positions.size());
  for (std::size_t v = 0; v < out.collapsed.size(); ++v) out.collapsed[v] = has_triangle[v] && !has_extent[v];
  return out;
}

std::vector<std::uint32_t> Cotangents::conducting_parts(std::size_t vertex_count) const {
  std::vector<std::uint32_t> parent(vertex_count);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto find = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const Edge& edge : edges) {
    const std::uint32_t a = find(edge.a), b = find(edge.b);
    if (a != b) parent[std::max(a, b)] = std::min(a, b);
  }
  std::vector<std::uint32_t> part(vertex_count);
  for (std::uint32_t v = 0; v < vertex_count; ++v) part[v] = find(v);
  return part;
}

}  // namespace mannequin
