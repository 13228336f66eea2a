#include "tools/preview/render/enclosing.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

#include "engine/bind/surface.h"

namespace mannequin::preview {
namespace {

// Per vertex the first one in the same place with the same influences.
std::vector<std::uint32_t> welded(const Mesh& mesh, const Skin& skin) {
  const auto key = [&](std::uint32_t v) {
    const Vec3f& p = mesh.positions()[v];
    const VertexInfluences& on = skin.influences()[v];
    return std::tie(p.x, p.y, p.z, on.joint, on.weight);
  };
  std::vector<std::uint32_t> order(mesh.positions().size()), first(order.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  for (std::size_t i = 0; i < order.size(); ++i)
    first[order[i]] = i > 0 && key(order[i]) == key(order[i - 1]) ? first[order[i - 1]] : order[i];
  return first;
}

// Each edge is gone along as often one way as the other.
bool is_closed(std::span<const mannequin::Surface::Triangle> triangles) {
  struct Way {
    std::uint32_t low, high;
    int direction;
    auto edge() const { return std::tie(low, high); }
  };
  std::vector<Way> ways;
  ways.reserve(3 * triangles.size());
  for (const mannequin::Surface::Triangle& t : triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3];
      ways.push_back({std::min(a, b), std::max(a, b), a < b ? 1 : -1});
    }
  std::sort(ways.begin(), ways.end(), [](const Way& a, const Way& b) { return a.edge() < b.edge(); });
  int balance = 0;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (i > 0 && ways[i].edge() != ways[i - 1].edge() && balance != 0) return false;
    balance += ways[i].direction;
  }
  return balance == 0;
}

}  // namespace

bool encloses_inside(const Mesh& mesh, const Skin& skin) {
  const std::vector<std::uint32_t> at = welded(mesh, skin);
  std::vector<mannequin::Surface::Triangle> triangles;
  const auto indices = mesh.indices();
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    const mannequin::Surface::Triangle t{at[indices[i]], at[indices[i + 1]], at[indices[i + 2]]};
    if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0]) triangles.push_back(t);
  }
  if (!is_closed(triangles)) return false;
  const SurfaceParts parts = connected_parts(at.size(), triangles);
  std::vector<double> volume(parts.count, 0.0);
  std::vector<bool> used(parts.count, false);
  for (const mannequin::Surface::Triangle& t : triangles) {
    const auto corner = [&](std::size_t k) { return Vec3(mesh.positions()[t[k]]); };
    volume[parts.part[t[0]]] += glm::dot(corner(0), glm::cross(corner(1), corner(2)));
    used[parts.part[t[0]]] = true;
  }
  // A bind shape that mirrors turns the surface inside out.
  const double side = glm::determinant(Mat3(skin.bind_shape()));
  for (std::size_t p = 0; p < volume.size(); ++p)
    if (used[p] && !(volume[p] * side > 0.0)) return false;
  return true;
}

}  // namespace mannequin::preview
