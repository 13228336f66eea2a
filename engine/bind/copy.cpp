#include "engine/bind/copy.h"

#include <fmt/format.h>

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "engine/bind/cotangents.h"
#include "engine/bind/surface_tree.h"
#include "engine/core/parallel.h"
#include "engine/core/quantity.h"

namespace mannequin {
namespace {

constexpr std::size_t kPointsAtOnce = 256;
constexpr double kLeastConductance = 1e-3, kMostConductance = 1e3;  // of edges, where triangles are slivers
constexpr double kLeastInpainted = 1e-4;
constexpr int kNormalRounds = 6;     // towards the place whose normal passes through the point
constexpr double kSamePlace = 1e-4;  // metres
// Matches within this fraction of the greatest distance attract inpainted weights if the normals differ by
// less than about 107 degrees (hems are perpendicular to the skin; linings face the other way) ...
constexpr double kCloseMatch = 0.25, kLeastPulled = -0.3;
// ... or if the surface goes round this close behind, metres: then it is the inner side of cloth there. A
// sleeve that faces the trunk has its own arm behind it.
constexpr double kThickest = 0.010;

Status check(const Surface& surface, const SourceTrees& sources) {
  if (auto status = check_surface(surface); !status) return status;
  return sources.status();
}

void for_each_vertex(std::size_t count, const std::function<void(std::size_t)>& work) {
  Parallel(0).for_each((count + kPointsAtOnce - 1) / kPointsAtOnce, [&](std::size_t run) {
    for (std::size_t v = run * kPointsAtOnce; v < std::min(count, (run + 1) * kPointsAtOnce); ++v) work(v);
  });
}

void name_unweighted(BoundWeights& out) {
  BindFault fault{
      "source_unweighted", {}, "", "weight the source there, or choose another one with --from", true};
  for (std::uint32_t v = 0; v < out.weights.vertices.size(); ++v)
    if (std::ranges::none_of(out.weights.vertices[v], [](const GroupWeight& w) { return w.weight > 0.0; }))
      fault.vertices.push_back(v);
  if (fault.vertices.empty()) return;
  fault.message = fmt::format("{} closest to points of the source without weights",
                              quantity(fault.vertices.size(), "vertex is", "vertices are"));
  out.faults.push_back(std::move(fault));
}

// Finds the unknown vertices' weights that minimise w' Q w + sum of area * pull * (w - nearest)^2, where Q =
// L + L M^-1 L, with the other vertices fixed. L is the cotangent Laplacian, made positive so that weights
// cannot grow without bound at slivers.
bool inpaint(const Surface& surface, const std::vector<bool>& known, const std::vector<double>& pull,
             const std::vector<std::vector<GroupWeight>>& nearest, WeightTable& table) {
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
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(matrix);
  if (factors.info() != Eigen::Success) return false;

  // Only groups that some known vertex has can get weights above 0.
  for (std::uint32_t group = 0; group < table.groups.size(); ++group) {
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

}  // namespace

Result<BoundWeights> copy_weights(const Surface& surface, const SourceTrees& sources) {
  if (auto status = check(surface, sources); !status) return error_of(status);
  BoundWeights out;
  out.weights.groups = sources.groups();
  out.weights.vertices.resize(surface.positions.size());
  for_each_vertex(surface.positions.size(), [&](std::size_t v) {
    const SourceTrees::Match match = sources.nearest(surface.positions[v]);
    if (match.found) out.weights.vertices[v] = sources.weights_at(match);
  });
  name_unweighted(out);
  return out;
}

Result<BoundWeights> transfer_weights(const Surface& surface, const SourceTrees& sources,
                                      const TransferOptions& options) {
  if (auto status = check(surface, sources); !status) return error_of(status);
  BoundWeights out;
  out.weights.groups = sources.groups();
  const std::size_t count = surface.positions.size();
  std::vector<std::vector<GroupWeight>> nearest(count);
  std::vector<char> trusted(count, 0);  // not vector<bool>: several threads write
  const std::vector<Vec3> normals = vertex_normals(surface);
  const SurfaceTree own(surface);
  const auto is_inner_side = [&](std::size_t v) {
    const auto met = own.along(surface.positions[v], -normals[v]);
    return std::ranges::any_of(
        met, [](const SurfaceCrossing& m) { return m.leaves && m.at > kSamePlace && m.at <= kThickest; });
  };
  const double farthest = options.distance * sources.diagonal();
  const double least_cosine = std::cos(glm::radians(options.angle_degrees));
  const double close = kCloseMatch * farthest;
  std::vector<double> pull(count, 0.0);
  for_each_vertex(count, [&](std::size_t v) {
    const Vec3& point = surface.positions[v];
    SourceTrees::Match match = sources.nearest(point);
    if (!match.found) return;
    const double distance = match.point.distance;
    Vec3 normal = sources.normal_at(match);
    // The place whose own normal passes through the point: unlike the nearest place, it varies continuously
    // in hollows (armpits, between the legs).
    SourceTrees::Match along = match;
    for (int round = 0; round < kNormalRounds && along.found; ++round) {
      const Vec3 n = sources.normal_at(along);
      along = sources.nearest(point - n * glm::dot(point - along.point.position, n));
    }
    if (along.found && glm::distance(point, along.point.position) <= 2.0 * distance + kSamePlace) {
      match = along;
      normal = sources.normal_at(match);
    }
    nearest[v] = sources.weights_at(match);
    const double cosine = glm::dot(normal, normals[v]);
    trusted[v] = distance <= farthest && !nearest[v].empty() && cosine >= least_cosine;
    if (distance <= close && !nearest[v].empty() && (cosine >= kLeastPulled || is_inner_side(v)))
      pull[v] = 1.0 / std::pow(std::max(distance, kSamePlace), 4.0);
  });
  if (options.progress && !options.progress(0.3))
    return fail(ErrorCode::bad_argument, "", "was stopped before it was done");

  const SurfaceParts parts = connected_parts(count, surface.triangles);
  std::vector<bool> matched(parts.count);
  for (std::size_t v = 0; v < count; ++v)
    if (trusted[v]) matched[parts.part[v]] = true;
  BindFault copied{
      "not_matched",
      {},
      "",
      "check their weights; move the part closer to the body, or choose another source with --from",
      false};
  std::vector<bool> known(count);
  out.weights.vertices.resize(count);
  bool all_known = true;
  for (std::uint32_t v = 0; v < count; ++v) {
    const bool alone = !matched[parts.part[v]];
    known[v] = trusted[v] || alone;
    if (known[v]) out.weights.vertices[v] = nearest[v];
    all_known = all_known && known[v];
    if (alone) copied.vertices.push_back(v);
  }
  if (!all_known && !inpaint(surface, known, pull, nearest, out.weights)) {
    out.faults.push_back({"no_solution",
                          {},
                          "weights could not be inpainted on this surface; where the source is "
                          "not close they were copied from its nearest points instead",
                          "merge vertices by distance and remove faces without area",
                          false});
    for (std::uint32_t v = 0; v < count; ++v) {
      if (known[v]) continue;
      out.weights.vertices[v] = nearest[v];
      out.faults.back().vertices.push_back(v);
    }
  }
  if (!copied.vertices.empty()) {
    copied.message = fmt::format(
        "{} in parts far from the source, or facing differently; weights were copied from its nearest "
        "points",
        quantity(copied.vertices.size(), "vertex is", "vertices are"));
    out.faults.push_back(std::move(copied));
  }
  name_unweighted(out);
  return out;
}

}  // namespace mannequin
