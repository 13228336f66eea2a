#include "engine/bind/hanging_cloth.h"

#include <algorithm>
#include <cmath>

#include "engine/bind/neighbours.h"

namespace mannequin {
namespace {

// Metres from the skin: nearer cloth follows it, further cloth hangs.
constexpr double kFollows = 0.020, kHangs = 0.040;
// What hangs is evened out as far as it is off, in at most so many rounds.
constexpr int kMostRounds = 50;

// From 0, follows the skin, to 1, hangs.
double freedom(double distance) {
  const double part = std::clamp(
      (distance * distance - kFollows * kFollows) / (kHangs * kHangs - kFollows * kFollows), 0.0, 1.0);
  return part * part * (3.0 - 2.0 * part);
}

// A round reaches about an edge further, and n rounds the root of n edges.
int rounds_for(double edge) {
  if (!(edge > 0.0)) return 0;
  return static_cast<int>(std::clamp(std::round(kHangs * kHangs / (edge * edge)), 1.0, 1.0 * kMostRounds));
}

}  // namespace

void even_hanging_cloth(const Surface& surface, const std::vector<double>& distances,
                        const std::vector<char>& left_out, std::vector<std::vector<GroupWeight>>& weights) {
  const std::size_t count = weights.size();
  std::vector<double> free(count, 0.0);
  std::vector<std::uint32_t> hanging;
  for (std::uint32_t v = 0; v < count; ++v) {
    if (!left_out[v] && !weights[v].empty()) free[v] = freedom(distances[v]);
    if (free[v] > 0.0) hanging.push_back(v);
  }
  if (hanging.empty()) return;
  std::vector<Surface::Edge> edges = triangle_edges(surface.triangles);
  std::erase_if(edges, [&](const Surface::Edge& edge) {
    return std::ranges::any_of(edge, [&](std::uint32_t v) { return left_out[v] || weights[v].empty(); });
  });
  double length = 0.0;
  std::size_t lengths = 0;
  for (const Surface::Edge& edge : edges) {
    if (free[edge[0]] == 0.0 && free[edge[1]] == 0.0) continue;
    length += glm::distance(surface.positions[edge[0]], surface.positions[edge[1]]);
    ++lengths;
  }
  const Neighbours neighbours(count, edges);
  const int rounds = lengths > 0 ? rounds_for(length / static_cast<double>(lengths)) : 0;
  std::vector<std::vector<GroupWeight>> next(hanging.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < hanging.size(); ++i) {
      const std::uint32_t v = hanging[i];
      const auto around = neighbours.of(v);
      next[i].clear();
      add_weights(next[i], weights[v], around.empty() ? 1.0 : 1.0 - free[v]);
      for (const std::uint32_t n : around)
        add_weights(next[i], weights[n], free[v] / static_cast<double>(around.size()));
    }
    for (std::size_t i = 0; i < hanging.size(); ++i) weights[hanging[i]].swap(next[i]);
  }
  for (const std::uint32_t v : hanging) sort_by_weight(weights[v]);
}

}  // namespace mannequin
