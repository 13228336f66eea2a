#include "engine/bind/copy.h"

#include <fmt/format.h>

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "engine/bind/cotangents.h"
#include "engine/core/parallel.h"
#include "engine/core/quantity.h"

namespace mannequin {
namespace {

constexpr std::size_t kPointsAtOnce = 256;
constexpr double kLeastConductance = 1e-3, kMostConductance = 1e3;  // of edges, where triangles are slivers
constexpr double kLeastInpainted = 1e-4;
constexpr int kNormalRounds = 6;     // towards the place whose normal passes through the point
constexpr double kSettled = 1e-6;    // metres; rounds that move less end
constexpr double kSamePlace = 1e-4;  // metres
// Matches within this fraction of the greatest distance attract inpainted weights if the normals differ by
// less than about 107 degrees (hems are perpendicular to the skin; linings face the other way).
constexpr double kCloseMatch = 0.25, kLeastPulled = -0.3;
// A lining has the outer side of its own cloth this close behind it, metres. What faces the source by itself,
// as the inner side of an arm's sleeve does the trunk, has the limb between.
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

// The weights of a nearby place, halfway between those of the nearest place and of one whose own normal
// passes through the point. In hollows (armpits, between the legs) the first jumps from wall to wall, and the
// second goes too far into them.
struct NearbyWeights {
  std::vector<GroupWeight> weights;
  double distance = 0.0;  // of the nearest place
  Vec3 normal{0.0};
};

std::vector<GroupWeight> mean_of(const std::vector<GroupWeight>& a, const std::vector<GroupWeight>& b) {
  std::vector<GroupWeight> mean;
  add_weights(mean, a, 0.5);
  add_weights(mean, b, 0.5);
  sort_by_weight(mean);
  return mean;
}

NearbyWeights weights_near(const Vec3& point, const SourceTrees& sources) {
  NearbyWeights out;
  const SourceTrees::Match match = sources.nearest(point);
  if (!match.found) return out;
  out.distance = match.point.distance;
  out.weights = sources.weights_at(match);
  out.normal = sources.normal_at(match);
  SourceTrees::Match along = match;
  for (int round = 0; round < kNormalRounds && along.found; ++round) {
    const Vec3 n = sources.normal_at(along), before = along.point.position;
    along = sources.nearest(point - n * glm::dot(point - before, n));
    if (glm::distance(along.point.position, before) < kSettled) break;
  }
  if (!along.found || glm::distance(point, along.point.position) > 2.0 * out.distance + kSamePlace)
    return out;
  const std::vector<GroupWeight> there = sources.weights_at(along);
  if (there.empty()) return out;
  out.weights = mean_of(out.weights, there);
  out.normal = sources.normal_at(along);
  return out;
}

// The mean of bind space and of the shape in which clothes may have been made, to which the first weights
// lead: which of the two it was, no mesh says, and in an armpit or between the legs another place of the skin
// is near in each.
NearbyWeights weights_near_in_both_shapes(const Vec3& point, const SourceTrees& sources) {
  NearbyWeights out = weights_near(point, sources);
  if (sources.moved() == nullptr || out.weights.empty()) return out;
  const NearbyWeights there = weights_near(sources.moved(point, out.weights), *sources.moved());
  if (!there.weights.empty() && there.distance <= 2.0 * out.distance + kSamePlace)
    out.weights = mean_of(out.weights, there.weights);
  return out;
}

// Linings go where the cloth before them goes: they take over the weights of its outer side, and are trusted.
void follow_outer_side(const Surface& surface, std::span<const Vec3> normals,
                       std::span<const std::uint32_t> linings, const std::vector<bool>& outer,
                       std::vector<char>& trusted, std::vector<std::vector<GroupWeight>>& weights) {
  if (linings.empty()) return;
  const SurfaceTree tree(surface);
  std::vector<std::vector<GroupWeight>> found(linings.size());
  for_each_vertex(linings.size(), [&](std::size_t i) {
    const Vec3 &from = surface.positions[linings[i]], way = -normals[linings[i]];
    const std::vector<SurfaceCrossing> met = tree.along(from, way);
    const auto behind = std::ranges::find_if(
        met, [](const SurfaceCrossing& m) { return m.leaves && m.at > kSamePlace && m.at <= kThickest; });
    if (behind == met.end()) return;
    const Surface::Triangle& t = surface.triangles[behind->triangle];
    if (!std::ranges::all_of(t, [&](std::uint32_t v) { return outer[v]; })) return;
    const Vec3 share = nearest_in_triangle(from + behind->at * way, surface.positions[t[0]],
                                           surface.positions[t[1]], surface.positions[t[2]]);
    for (std::size_t k = 0; k < 3; ++k) add_weights(found[i], weights[t[k]], share[static_cast<int>(k)]);
    sort_by_weight(found[i]);
  });
  for (std::size_t i = 0; i < linings.size(); ++i) {
    if (found[i].empty()) continue;
    weights[linings[i]] = std::move(found[i]);
    trusted[linings[i]] = 1;
  }
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
  std::vector<char> trusted(count, 0), faces_away(count, 0);  // not vector<bool>: several threads write
  const std::vector<Vec3> normals = vertex_normals(surface);
  const double farthest = options.distance * sources.diagonal();
  const double least_cosine = std::cos(glm::radians(options.angle_degrees));
  const double close = kCloseMatch * farthest;
  std::vector<double> pull(count, 0.0);
  for_each_vertex(count, [&](std::size_t v) {
    NearbyWeights near = weights_near_in_both_shapes(surface.positions[v], sources);
    if (near.weights.empty()) return;
    const double cosine = glm::dot(near.normal, normals[v]);
    trusted[v] = near.distance <= farthest && cosine >= least_cosine;
    faces_away[v] = near.distance <= farthest && cosine < kLeastPulled;
    if (near.distance <= close && cosine >= kLeastPulled)
      pull[v] = 1.0 / std::pow(std::max(near.distance, kSamePlace), 4.0);
    nearest[v] = std::move(near.weights);
  });
  std::vector<std::uint32_t> linings;
  std::vector<bool> outer(count);
  for (std::uint32_t v = 0; v < count; ++v) {
    if (faces_away[v]) linings.push_back(v);
    outer[v] = trusted[v] || pull[v] > 0.0;
  }
  follow_outer_side(surface, normals, linings, outer, trusted, nearest);
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
