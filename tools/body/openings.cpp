#include "tools/body/openings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace mannequin::body {
namespace {

// Vertices nearer to the edge than this, metres, go onto it, so that no slivers are cut off.
constexpr double kSnap = 0.0006;
constexpr double kFurthest = 0.003, kTolerance = 1e-7;

}  // namespace

HalfSurface cut_open(const HalfSurface& surface, const Field& field, const Field& openings) {
  HalfSurface whole = surface;
  whole.on_edge.assign(whole.positions.size(), 0);
  std::vector<double> outside(whole.positions.size());
  for (std::size_t v = 0; v < outside.size(); ++v) {
    outside[v] = openings.distance(whole.positions[v]);
    if (std::abs(outside[v]) > kSnap) continue;
    outside[v] = 0.0;
    whole.on_edge[v] = 1;
    whole.positions[v] =
        project_on_edge(field, openings, whole.positions[v], whole.in_plane[v], kFurthest, kTolerance);
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> crossing;
  const auto between = [&](std::uint32_t a, std::uint32_t b) {
    if (b < a) std::swap(a, b);
    const auto [found, added] =
        crossing.try_emplace(std::pair(a, b), static_cast<std::uint32_t>(whole.positions.size()));
    if (added) {
      const bool in_plane = whole.in_plane[a] && whole.in_plane[b];
      const Vec3 guess =
          glm::mix(whole.positions[a], whole.positions[b], outside[a] / (outside[a] - outside[b]));
      whole.positions.push_back(project_on_edge(field, openings, guess, in_plane, kFurthest, kTolerance));
      whole.in_plane.push_back(in_plane);
      whole.on_edge.push_back(1);
    }
    return found->second;
  };
  std::vector<Triangle> kept;
  for (const Triangle& t : whole.triangles) {
    std::vector<std::uint32_t> polygon;
    bool any = false;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3];
      if (outside[a] >= 0.0) polygon.push_back(a);
      any = any || outside[a] > 0.0;
      if (outside[a] * outside[b] < 0.0) polygon.push_back(between(a, b));
    }
    for (std::size_t k = 2; any && k < polygon.size(); ++k)
      kept.push_back({polygon[0], polygon[k - 1], polygon[k]});
  }
  HalfSurface open;
  std::vector<std::uint32_t> place(whole.positions.size(), ~std::uint32_t{0});
  for (Triangle t : kept) {
    for (std::uint32_t& v : t) {
      if (place[v] == ~std::uint32_t{0}) {
        place[v] = static_cast<std::uint32_t>(open.positions.size());
        open.positions.push_back(whole.positions[v]);
        open.in_plane.push_back(whole.in_plane[v]);
        open.on_edge.push_back(whole.on_edge[v]);
      }
      v = place[v];
    }
    open.triangles.push_back(t);
  }
  return open;
}

Vec3 project_on_edge(const Field& field, const Field& openings, Vec3 p, bool in_plane, double furthest,
                     double tolerance) {
  for (int round = 0; round < 8; ++round) {
    const double d = field.distance(p), e = openings.distance(p);
    if (std::max(std::abs(d), std::abs(e)) < tolerance) break;
    // The shortest step that both agree on.
    const Vec3 g = field.gradient(p), h = openings.gradient(p);
    const double gg = glm::dot(g, g), gh = glm::dot(g, h), hh = glm::dot(h, h), det = gg * hh - gh * gh;
    if (det < 1e-6) break;
    Vec3 step = (g * (gh * e - hh * d) + h * (gh * d - gg * e)) / det;
    const double length = glm::length(step);
    if (length > furthest) step *= furthest / length;
    p += step;
    p.y = in_plane ? 0.0 : std::max(p.y, 1e-4);
  }
  return p;
}

}  // namespace mannequin::body
