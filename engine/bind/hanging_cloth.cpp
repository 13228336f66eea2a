#include "engine/bind/hanging_cloth.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <set>

#include "engine/bind/nearby.h"
#include "engine/bind/neighbours.h"

namespace mannequin {
namespace {

// Cloth this far from the skin, metres, is as free as it can be, and is evened out this far.
constexpr double kHangs = 0.03735, kLongestReach = 0.050;
constexpr double kLeastReach = 0.002;  // metres; cloth with less follows the skin

constexpr double kLeastEvened = 1e-12;  // what solving leaves where there is none
constexpr double kPrepared = 0.4;       // of the progress, before the first group is solved

// How far differences are evened out, metres. Nearer than kHangs it falls with the 5.5th power: to 15 mm at
// 30 mm from the skin, 2 mm at 21. Further off it falls with the fourth root, to 35 mm at 150 mm: the hem of
// a wide skirt has to follow a stride. By trial on our dresses, on random shapes in poses. Square roots,
// unlike other powers, are the same on all machines, and so are the weights of the built-in clothes.
double reach(double distance) {
  const double off = distance / kHangs;
  return kLongestReach *
         (off < 1.0 ? off * off * off * off * off * std::sqrt(off) : 1.0 / std::sqrt(std::sqrt(off)));
}

}  // namespace

bool is_evened_out(double distance) { return reach(distance) > kLeastReach; }

void even_hanging_cloth(const Surface& surface, const std::vector<double>& distances,
                        const std::vector<char>& left_out, std::vector<std::vector<GroupWeight>>& weights,
                        const BindProgress& progress) {
  const std::size_t count = weights.size();
  std::vector<Surface::Edge> edges = triangle_edges(surface.triangles);
  std::erase_if(edges, [&](const Surface::Edge& edge) {
    return std::ranges::any_of(edge, [&](std::uint32_t v) { return left_out[v] || weights[v].empty(); });
  });
  const Neighbours neighbours(count, edges);
  std::vector<int> place(count, -1);
  std::vector<std::uint32_t> hanging;
  std::set<std::uint32_t> groups;
  for (std::uint32_t v = 0; v < count; ++v) {
    if (neighbours.of(v).empty() || !is_evened_out(distances[v])) continue;
    place[v] = static_cast<int>(hanging.size());
    hanging.push_back(v);
    for (const GroupWeight& w : weights[v]) groups.insert(w.group);
    for (const std::uint32_t n : neighbours.of(v))
      for (const GroupWeight& w : weights[n]) groups.insert(w.group);
  }
  if (hanging.empty()) return;

  // Each is in balance between its own weights and its neighbours': w - own = reach^2 times the Laplacian of
  // w, which on a net of edges is 4 / (number of neighbours) times the sum of (neighbour's w - w) / edge^2.
  const auto unknowns = static_cast<Eigen::Index>(hanging.size());
  const auto edge_weight = [&](std::uint32_t a, std::uint32_t b) {
    const Vec3 edge = surface.positions[a] - surface.positions[b];
    return 1.0 / std::max(glm::dot(edge, edge), kSamePlace * kSamePlace);
  };
  std::vector<double> held;
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < hanging.size(); ++i) {
    const std::uint32_t v = hanging[i];
    const auto around = neighbours.of(v);
    double sum = 0.0;
    for (const std::uint32_t n : around) {
      const double by = edge_weight(v, n);
      sum += by;
      if (place[n] >= 0) entries.emplace_back(static_cast<int>(i), place[n], -by);
    }
    const double reached = reach(distances[v]);
    held.push_back(static_cast<double>(around.size()) / (4.0 * reached * reached));
    entries.emplace_back(static_cast<int>(i), static_cast<int>(i), held.back() + sum);
  }
  Eigen::SparseMatrix<double> matrix(unknowns, unknowns);
  matrix.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(matrix);
  std::vector<std::vector<GroupWeight>> evened(hanging.size());
  std::size_t done = 0;
  for (const std::uint32_t group : groups) {
    if (progress && !progress(kPrepared + (1.0 - kPrepared) * static_cast<double>(done++) /
                                              static_cast<double>(groups.size())))
      return;
    Eigen::VectorXd right(unknowns);
    for (std::size_t i = 0; i < hanging.size(); ++i) {
      double sum = held[i] * weight_of(weights[hanging[i]], group);
      for (const std::uint32_t n : neighbours.of(hanging[i]))
        if (place[n] < 0) sum += edge_weight(hanging[i], n) * weight_of(weights[n], group);
      right[static_cast<Eigen::Index>(i)] = sum;
    }
    const Eigen::VectorXd solution = factors.solve(right);
    for (std::size_t i = 0; i < hanging.size(); ++i)
      if (const double weight = solution[static_cast<Eigen::Index>(i)]; weight > kLeastEvened)
        evened[i].push_back({group, weight});
  }
  for (std::size_t i = 0; i < hanging.size(); ++i) {
    sort_by_weight(evened[i]);
    weights[hanging[i]] = std::move(evened[i]);
  }
}

}  // namespace mannequin
