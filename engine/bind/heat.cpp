#include "engine/bind/heat.h"

#include <fmt/format.h>

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>

#include "engine/bind/cotangents.h"
#include "engine/bind/rounded_view.h"
#include "engine/bind/surface_tree.h"
#include "engine/core/parallel.h"
#include "engine/core/quantity.h"

namespace mannequin {
namespace {

constexpr double kSameDistance = 1.0001;  // bones this close to the nearest share the vertex
constexpr double kLeastDistance = 1e-4;   // metres
constexpr double kLeastWeight = 0.025;    // smaller weights are dropped
constexpr double kFullWeight = 0.05;      // weights above this are unchanged
constexpr double kConductance = 0.25;     // of the whole Laplacian
constexpr std::size_t kVerticesAtOnce = 256;

// The heat a vertex gets from its nearest visible bones.
struct VertexHeat {
  double heat = 0.0;
  std::vector<std::uint32_t> bones;
};

// Bones behind the surface count as near, those in front of it as far.
double bone_distance(const Vec3& point, const Vec3& normal, const BindBone& bone) {
  const Vec3 way = point - nearest_on_bone(point, bone);
  const double distance = glm::length(way);
  const double cosine = distance > 0.0 ? glm::dot(normal, way) / distance : 0.0;
  return distance / (0.5 * (cosine + 1.001));
}

class HeatSolver {
 public:
  HeatSolver(const Surface& surface, std::span<const BindBone> bones, const HeatOptions& options)
      : surface_(surface), bones_(bones), options_(options), warmth_(surface.positions.size()) {}

  Result<BoundWeights> run();

 private:
  bool report(double part) { return !options_.progress || options_.progress(part); }
  bool may_move(std::size_t bone, std::size_t vertex) const {
    return options_.eye_bones.empty() || options_.eye_vertices.empty() ||
           options_.eye_bones[bone] == options_.eye_vertices[vertex];
  }
  bool warm_vertices();
  void warm(const SurfaceTree& tree, std::uint32_t v, const Vec3& normal);
  void find_solvable();
  bool solve();
  void add_faults();

  const Surface& surface_;
  std::span<const BindBone> bones_;
  const HeatOptions& options_;
  std::vector<VertexHeat> warmth_;
  Cotangents cotangents_;
  std::vector<bool> solvable_;
  // Per vertex: its triangles. One without any takes the nearest bone, visible or not.
  std::vector<std::vector<std::uint32_t>> around_;
  BoundWeights out_;
};

void HeatSolver::warm(const SurfaceTree& tree, std::uint32_t v, const Vec3& normal) {
  const Vec3& point = surface_.positions[v];
  std::vector<double> distances(bones_.size(), std::numeric_limits<double>::infinity());
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t b = 0; b < bones_.size(); ++b) {
    if (!may_move(b, v)) continue;
    distances[b] = bone_distance(point, normal, bones_[b]);
    least = std::min(least, distances[b]);
  }
  if (!std::isfinite(least)) return;
  VertexHeat& warmth = warmth_[v];
  for (std::uint32_t b = 0; b < bones_.size(); ++b)
    if (distances[b] <= least * kSameDistance &&
        (around_[v].empty() || (!tree.front_between(point, nearest_on_bone(point, bones_[b]), v) &&
                                !is_hidden_by_own(surface_, around_[v], v, bones_[b]))))
      warmth.bones.push_back(b);
  const double distance = std::max(least, kLeastDistance);
  warmth.heat = static_cast<double>(warmth.bones.size()) / (distance * distance);
}

bool HeatSolver::warm_vertices() {
  const std::vector<Vec3> normals = vertex_normals(surface_);
  const SurfaceTree tree(surface_);
  around_.resize(surface_.positions.size());
  for (std::uint32_t t = 0; t < surface_.triangles.size(); ++t)
    for (const std::uint32_t v : surface_.triangles[t]) around_[v].push_back(t);
  const std::size_t count = surface_.positions.size();
  std::atomic<std::size_t> done = 0;
  std::atomic<bool> go_on = true;
  std::mutex reporting;
  Parallel(0).for_each((count + kVerticesAtOnce - 1) / kVerticesAtOnce, [&](std::size_t run) {
    if (!go_on) return;
    const std::size_t end = std::min(count, (run + 1) * kVerticesAtOnce);
    for (std::size_t v = run * kVerticesAtOnce; v < end; ++v)
      warm(tree, static_cast<std::uint32_t>(v), normals[v]);
    const std::size_t now = done += kVerticesAtOnce;
    const std::lock_guard lock(reporting);
    if (!report(0.5 * std::min(1.0, static_cast<double>(now) / static_cast<double>(count)))) go_on = false;
  });
  return go_on;
}

// A part that conducts but receives no heat has no solution; it would make the whole system singular.
void HeatSolver::find_solvable() {
  const std::size_t count = surface_.positions.size();
  const std::vector<std::uint32_t> part = cotangents_.conducting_parts(count);
  std::vector<bool> warmed(count);
  for (std::size_t v = 0; v < count; ++v)
    if (warmth_[v].heat > 0.0) warmed[part[v]] = true;
  solvable_.resize(count);
  for (std::size_t v = 0; v < count; ++v) solvable_[v] = warmed[part[v]] && !cotangents_.collapsed[v];
}

bool HeatSolver::solve() {
  const auto count = static_cast<Eigen::Index>(surface_.positions.size());
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<double> diagonal(surface_.positions.size(), 0.0), taken(surface_.positions.size(), 0.0);
  for (std::size_t v = 0; v < diagonal.size(); ++v) {
    // Multiplying each row by its vertex's area makes the matrix symmetric.
    const double area = cotangents_.area[v] > 0.0 ? cotangents_.area[v] : 1.0;
    taken[v] = solvable_[v] ? area * warmth_[v].heat : 0.0;
    diagonal[v] = solvable_[v] ? taken[v] : 1.0;
  }
  for (const Cotangents::Edge& edge : cotangents_.edges) {
    if (!solvable_[edge.a] || !solvable_[edge.b]) continue;
    const double conductance = kConductance * edge.weight;
    diagonal[edge.a] += conductance;
    diagonal[edge.b] += conductance;
    entries.emplace_back(static_cast<int>(std::max(edge.a, edge.b)),
                         static_cast<int>(std::min(edge.a, edge.b)), -conductance);
  }
  for (std::size_t v = 0; v < diagonal.size(); ++v)
    entries.emplace_back(static_cast<int>(v), static_cast<int>(v), diagonal[v]);
  Eigen::SparseMatrix<double> matrix(count, count);
  matrix.setFromTriplets(entries.begin(), entries.end());
  entries = {};
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(matrix);
  if (factors.info() != Eigen::Success) return false;

  std::vector<bool> nearest_somewhere(bones_.size());
  for (const VertexHeat& warmth : warmth_)
    for (const std::uint32_t b : warmth.bones) nearest_somewhere[b] = true;
  Eigen::VectorXd right(count);
  for (std::uint32_t b = 0; b < bones_.size(); ++b) {
    if (!nearest_somewhere[b]) continue;
    right.setZero();
    for (std::size_t v = 0; v < warmth_.size(); ++v)
      if (std::ranges::find(warmth_[v].bones, b) != warmth_[v].bones.end())
        right[static_cast<Eigen::Index>(v)] = taken[v] / static_cast<double>(warmth_[v].bones.size());
    const Eigen::VectorXd solution = factors.solve(right);
    if (!solution.allFinite()) return false;
    for (std::size_t v = 0; v < warmth_.size(); ++v) {
      double weight = solution[static_cast<Eigen::Index>(v)];
      if (!solvable_[v] || !(weight >= kLeastWeight)) continue;
      if (weight < kFullWeight) weight = (weight - kLeastWeight) * kFullWeight / (kFullWeight - kLeastWeight);
      if (weight > 0.0) out_.weights.vertices[v].push_back({b, weight});
    }
    if (!report(0.6 + 0.4 * static_cast<double>(b + 1) / static_cast<double>(bones_.size()))) return false;
  }
  for (auto& weights : out_.weights.vertices) sort_by_weight(weights);
  return true;
}

void HeatSolver::add_faults() {
  BindFault collapsed{
      "zero_area_triangles", {}, "", "merge their vertices by distance, or delete these faces", true};
  BindFault unseen{
      "no_bone_seen",
      {},
      "",
      "join the part to the body, move it so that a bone is inside it, name the bones that should "
      "move it with --joints, or use --on-failure voxel or transfer",
      true};
  for (std::uint32_t v = 0; v < surface_.positions.size(); ++v) {
    if (!out_.weights.vertices[v].empty()) continue;
    (cotangents_.collapsed[v] ? collapsed : unseen).vertices.push_back(v);
  }
  collapsed.message =
      fmt::format("{} only to triangles without area, through which no heat flows, so there is no weight",
                  quantity(collapsed.vertices.size(), "vertex belongs", "vertices belong"));
  unseen.message = fmt::format(
      "{} in parts of the mesh from which no bone is visible (the nearest is hidden behind the front of "
      "another part, or the part is outside the body), so there is no weight",
      quantity(unseen.vertices.size(), "vertex is", "vertices are"));
  for (BindFault* fault : {&collapsed, &unseen})
    if (!fault->vertices.empty()) out_.faults.push_back(std::move(*fault));
}

Result<BoundWeights> HeatSolver::run() {
  for (const BindBone& bone : bones_) out_.weights.groups.push_back(bone.name);
  out_.weights.vertices.resize(surface_.positions.size());
  const auto stopped = [] { return fail(ErrorCode::bad_argument, "", "was stopped before it was done"); };
  if (!warm_vertices()) return stopped();
  cotangents_ = make_cotangents(surface_);
  find_solvable();
  if (!report(0.55)) return stopped();
  if (!solve()) {
    if (!report(0.99)) return stopped();
    for (auto& weights : out_.weights.vertices) weights.clear();
    out_.faults.push_back(
        {"no_solution",
         {},
         "the heat equation of this mesh cannot be solved",
         "merge vertices by distance and remove faces without area, or use --on-failure voxel",
         true});
    for (std::uint32_t v = 0; v < surface_.positions.size(); ++v) out_.faults.back().vertices.push_back(v);
    return std::move(out_);
  }
  add_faults();
  return std::move(out_);
}

}  // namespace

Status check_bind_input(const Surface& surface, std::span<const BindBone> bones) {
  if (auto status = check_surface(surface); !status) return status;
  if (bones.empty())
    return fail(ErrorCode::bad_argument, "", "there is no bone to bind to; name bones with --joints");
  for (const BindBone& bone : bones)
    for (const Vec3& end : {bone.head, bone.tail})
      if (!(std::abs(end.x) < 1e6 && std::abs(end.y) < 1e6 && std::abs(end.z) < 1e6))
        return fail(ErrorCode::bad_argument, fmt::format("bone '{}'", bone.name),
                    "has an end with a non-finite position; correct its head and tail");
  return {};
}

Result<BoundWeights> heat_weights(const Surface& surface, std::span<const BindBone> bones,
                                  const HeatOptions& options) {
  if (auto status = check_bind_input(surface, bones); !status) return error_of(status);
  return HeatSolver(surface, bones, options).run();
}

}  // namespace mannequin
