#include "engine/bind/inpaint.h"

#include <Eigen/SparseCholesky>
#include <algorithm>

#include "engine/bind/cotangents.h"

namespace mannequin {
namespace {

// Of edges: L is made positive, so that weights cannot grow without bound where triangles are slivers.
constexpr double kLeastConductance = 1e-3, kMostConductance = 1e3;
constexpr double kLeastInpainted = 1e-4;
// Of the progress: the energy, and the factors of its matrix; then the groups are solved.
constexpr double kEnergy = 0.2, kFactors = 0.5;

}  // namespace

bool inpaint_weights(const Surface& surface, const std::vector<bool>& known, const std::vector<double>& pull,
                     const std::vector<std::vector<GroupWeight>>& nearest, WeightTable& table,
                     const BindProgress& progress) {
  const auto count = static_cast<int>(surface.positions.size());
  const Cotangents cotangents = make_cotangents(surface);
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<double> diagonal(surface.positions.size(), 0.0);
  for (const Surface::Edge& edge : triangle_edges(surface.triangles)) {
    const auto found = std::ranges::lower_bound(cotangents.edges, edge, {}, [](const Cotangents::Edge& e) {
      return Surface::Edge{e.a, e.b};
    });
    const bool conducts = found != cotangents.edges.end() && found->a == edge[0] && found->b == edge[1];
    const double weight = std::clamp(conducts ? found->weight : 0.0, kLeastConductance, kMostConductance);
    entries.emplace_back(edge[0], edge[1], -weight);
    entries.emplace_back(edge[1], edge[0], -weight);
    diagonal[edge[0]] += weight;
    diagonal[edge[1]] += weight;
  }
  for (int v = 0; v < count; ++v) entries.emplace_back(v, v, diagonal[static_cast<std::size_t>(v)]);
  Eigen::SparseMatrix<double> laplacian(count, count);
  laplacian.setFromTriplets(entries.begin(), entries.end());
  entries.clear();
  Eigen::VectorXd inverse_mass(count);
  for (int v = 0; v < count; ++v)
    inverse_mass[v] = 1.0 / std::max(cotangents.area[static_cast<std::size_t>(v)], 1e-9);
  const Eigen::SparseMatrix<double> energy =
      laplacian + Eigen::SparseMatrix<double>(laplacian * inverse_mass.asDiagonal() * laplacian);

  std::vector<int> place(surface.positions.size(), -1);
  std::vector<std::uint32_t> unknown;
  for (std::uint32_t v = 0; v < known.size(); ++v)
    if (!known[v]) {
      place[v] = static_cast<int>(unknown.size());
      unknown.push_back(v);
    }
  for (int column = 0; column < count; ++column)
    for (Eigen::SparseMatrix<double>::InnerIterator entry(energy, column); entry; ++entry) {
      const int row = place[static_cast<std::size_t>(entry.row())],
                at = place[static_cast<std::size_t>(column)];
      if (row >= 0 && at >= 0 && row >= at) entries.emplace_back(row, at, entry.value());
    }
  std::vector<double> held;
  for (std::size_t u = 0; u < unknown.size(); ++u) {
    held.push_back(pull[unknown[u]] * std::max(cotangents.area[unknown[u]], 1e-9));
    entries.emplace_back(static_cast<int>(u), static_cast<int>(u), held[u]);
  }
  const auto unknowns = static_cast<Eigen::Index>(unknown.size());
  Eigen::SparseMatrix<double> matrix(unknowns, unknowns);
  matrix.setFromTriplets(entries.begin(), entries.end());
  if (progress && !progress(kEnergy)) return false;
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(matrix);
  if (factors.info() != Eigen::Success) return false;

  // Only groups that some known vertex has can get weights above 0.
  for (std::uint32_t group = 0; group < table.groups.size(); ++group) {
    if (progress && !progress(kFactors + (1.0 - kFactors) * static_cast<double>(group) /
                                             static_cast<double>(table.groups.size())))
      return false;
    Eigen::VectorXd right = Eigen::VectorXd::Zero(unknowns);
    bool any = false;
    for (int column = 0; column < count; ++column) {
      if (!known[static_cast<std::size_t>(column)]) continue;
      const double weight = weight_of(table.vertices[static_cast<std::size_t>(column)], group);
      if (weight == 0.0) continue;
      for (Eigen::SparseMatrix<double>::InnerIterator entry(energy, column); entry; ++entry)
        if (const int row = place[static_cast<std::size_t>(entry.row())]; row >= 0) {
          right[row] -= entry.value() * weight;
          any = true;
        }
    }
    for (std::size_t u = 0; u < unknown.size(); ++u)
      if (const double weight = held[u] > 0.0 ? weight_of(nearest[unknown[u]], group) : 0.0; weight != 0.0) {
        right[static_cast<Eigen::Index>(u)] += held[u] * weight;
        any = true;
      }
    if (!any) continue;
    const Eigen::VectorXd solution = factors.solve(right);
    if (!solution.allFinite()) return false;
    for (std::size_t u = 0; u < unknown.size(); ++u)
      if (const double weight = solution[static_cast<Eigen::Index>(u)]; weight > kLeastInpainted)
        table.vertices[unknown[u]].push_back({group, weight});
  }
  // Overshoot was clamped to 0; renormalise to a sum of 1.
  for (const std::uint32_t v : unknown) {
    double sum = 0.0;
    for (const GroupWeight& w : table.vertices[v]) sum += w.weight;
    for (GroupWeight& w : table.vertices[v]) w.weight /= sum;
    sort_by_weight(table.vertices[v]);
  }
  return true;
}

}  // namespace mannequin
