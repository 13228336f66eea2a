#include "engine/bind/align_surface.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>

#include "engine/bind/surface_tree.h"

namespace mannequin {
namespace {

constexpr std::size_t kCoarsePoints = 400, kFinePoints = 3000;
constexpr int kCoarseRounds = 25, kFineRounds = 30, kSides = 12;
constexpr double kKeptPairs = 0.8;       // the nearest pairs, which are kept
constexpr double kLeastAgreement = 0.5;  // cosine between normals
// Weight of point distances relative to plane distances: enough to stop unbounded sliding.
constexpr double kPointShare = 0.05;

// x -> scale * turn * x + way
struct Similarity {
  double scale = 1.0;
  Mat3 turn{1.0};
  Vec3 way{0.0};
  Vec3 operator()(const Vec3& x) const { return scale * (turn * x) + way; }
  Vec3 back(const Vec3& x) const { return glm::transpose(turn) * (x - way) / scale; }
};

struct Bounds {
  Vec3 low{std::numeric_limits<double>::infinity()}, high{-std::numeric_limits<double>::infinity()};
  void add(const Vec3& p) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  Vec3 size() const { return high - low; }
  Vec3 middle() const { return 0.5 * (low + high); }
};

Vec3 mixed(const std::vector<Vec3>& values, const Surface::Triangle& t, const Vec3& shares) {
  return shares.x * values[t[0]] + shares.y * values[t[1]] + shares.z * values[t[2]];
}

// A point of the surface, as given and as it lies now, with the position and normal it should move to.
struct AlignedPair {
  Vec3 given, now, there, normal;
  double distance;
};

// Something to match against: a surface with its normals.
class Matcher {
 public:
  explicit Matcher(Surface surface)
      : surface_(std::make_unique<Surface>(std::move(surface))),
        tree_(*surface_),
        normals_(vertex_normals(*surface_)) {}

  const Surface& surface() const { return *surface_; }
  const std::vector<Vec3>& normals() const { return normals_; }
  std::optional<SurfacePoint> nearest(const Vec3& point) const { return tree_.nearest(point); }
  Vec3 normal_at(const SurfacePoint& at) const {
    const Vec3 normal = mixed(normals_, surface_->triangles[at.triangle], at.barycentric);
    const double length = glm::length(normal);
    return length > 0.0 ? normal / length : Vec3(0.0);
  }

 private:
  std::unique_ptr<Surface> surface_;
  SurfaceTree tree_;
  std::vector<Vec3> normals_;
};

class Layer {
 public:
  Layer(const Surface& surface, std::span<const Surface* const> onto) : given_(surface) {
    for (const Surface* other : onto)
      if (!other->triangles.empty()) others_.emplace_back(*other);
  }

  std::optional<AlignedSurface> lay();

 private:
  std::vector<AlignedPair> match(const Matcher& own, const Similarity& map, std::size_t most) const;
  double refine(const Matcher& own, Similarity& map, int rounds, std::size_t most) const;
  std::vector<Vec3> moved(const Similarity& map) const;
  std::vector<Vec3> warped(const std::vector<Vec3>& laid, double& mean) const;

  const Surface& given_;
  std::vector<Matcher> others_;
};

std::vector<Vec3> Layer::moved(const Similarity& map) const {
  std::vector<Vec3> out;
  out.reserve(given_.positions.size());
  for (const Vec3& p : given_.positions) out.push_back(map(p));
  return out;
}

// Matches points of the surface to the others, and vice
// versa. `own` is the surface as it lies, before the map.
std::vector<AlignedPair> Layer::match(const Matcher& own, const Similarity& map, std::size_t most) const {
  std::vector<AlignedPair> there, back;
  const auto keep_near = [](std::vector<AlignedPair>& pairs) {
    std::ranges::stable_sort(pairs, {}, &AlignedPair::distance);
    pairs.resize(static_cast<std::size_t>(std::ceil(kKeptPairs * static_cast<double>(pairs.size()))));
  };
  const std::vector<Vec3>& positions = own.surface().positions;
  for (std::size_t v = 0, step = positions.size() / most + 1; v < positions.size(); v += step) {
    const Vec3 now = map(positions[v]);
    std::optional<AlignedPair> best;
    for (const Matcher& other : others_) {
      const auto at = other.nearest(now);
      if (!at || (best && best->distance <= at->distance)) continue;
      best = {given_.positions[v], now, at->position, other.normal_at(*at), at->distance};
    }
    if (best && glm::dot(best->normal, map.turn * own.normals()[v]) >= kLeastAgreement)
      there.push_back(*best);
  }
  keep_near(there);
  for (const Matcher& other : others_) {
    const std::vector<Vec3>& places = other.surface().positions;
    for (std::size_t v = 0, step = places.size() / most + 1; v < places.size(); v += step) {
      const auto at = own.nearest(map.back(places[v]));
      if (!at || !(glm::dot(map.turn * own.normal_at(*at), other.normals()[v]) >= kLeastAgreement)) continue;
      back.push_back({mixed(given_.positions, given_.triangles[at->triangle], at->barycentric),
                      map(at->position), places[v], other.normals()[v], map.scale * at->distance});
    }
  }
  keep_near(back);
  there.insert(there.end(), back.begin(), back.end());
  return there;
}

double mean_distance(const std::vector<AlignedPair>& pairs) {
  double sum = 0.0;
  for (const AlignedPair& pair : pairs) sum += pair.distance;
  return pairs.empty() ? std::numeric_limits<double>::infinity() : sum / static_cast<double>(pairs.size());
}

Eigen::Vector3d eigen(const Vec3& v) { return {v.x, v.y, v.z}; }

// One alignment step: small rotation, scale and translation by least squares over the pairs.
bool step_towards(const std::vector<AlignedPair>& pairs, Similarity& map) {
  Vec3 middle(0.0);
  for (const AlignedPair& pair : pairs) middle += pair.now / static_cast<double>(pairs.size());
  Eigen::Matrix<double, 7, 7> left = Eigen::Matrix<double, 7, 7>::Zero();
  Eigen::Matrix<double, 7, 1> right = Eigen::Matrix<double, 7, 1>::Zero();
  const auto add = [&](const Vec3& p, const Vec3& n, double residual, double weight) {
    Eigen::Matrix<double, 7, 1> row;
    row << eigen(glm::cross(p, n)), glm::dot(p, n), eigen(n);
    left += weight * row * row.transpose();
    right -= weight * residual * row;
  };
  for (const AlignedPair& pair : pairs) {
    const Vec3 p = pair.now - middle, gap = pair.now - pair.there;
    add(p, pair.normal, glm::dot(pair.normal, gap), 1.0);
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 n(0.0);
      n[axis] = 1.0;
      add(p, n, gap[axis], kPointShare);
    }
  }
  const Eigen::Matrix<double, 7, 1> step = left.ldlt().solve(right);
  if (!step.allFinite()) return false;
  const Eigen::Vector3d axis = step.head<3>();
  const double angle = std::min(axis.norm(), 0.5);
  const Eigen::Matrix3d turn = axis.norm() > 0.0
                                   ? Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix()
                                   : Eigen::Matrix3d(Eigen::Matrix3d::Identity());
  const double scale = std::clamp(1.0 + step[3], 0.8, 1.25);
  Mat3 more;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) more[column][row] = turn(row, column);
  map.way = scale * (more * (map.way - middle)) + middle + Vec3(step[4], step[5], step[6]);
  map.turn = more * map.turn;
  map.scale *= scale;
  return true;
}

// The mean distance over the matches.
double Layer::refine(const Matcher& own, Similarity& map, int rounds, std::size_t most) const {
  Similarity best = map;
  double least = std::numeric_limits<double>::infinity();
  int idle = 0;
  for (int round = 0; round < rounds && idle < 5; ++round) {
    const std::vector<AlignedPair> pairs = match(own, map, most);
    if (pairs.size() < 8) break;
    const double mean = mean_distance(pairs);
    idle = mean < 0.999 * least ? 0 : idle + 1;
    if (mean < least) {
      least = mean;
      best = map;
    }
    if (!step_towards(pairs, map)) break;
  }
  map = best;
  return least;
}

// A displacement field: cubic B-splines on a lattice around some points.
class Lattice {
 public:
  Lattice(const Bounds& bounds, int cells) : cells_(cells), nodes_(cells + 3), bounds_(bounds) {
    for (int axis = 0; axis < 3; ++axis)
      spacing_[axis] = std::max(bounds.size()[axis], 1e-6) / static_cast<double>(cells);
  }

  std::size_t node_count() const { return static_cast<std::size_t>(nodes_ * nodes_ * nodes_); }
  std::size_t node(int x, int y, int z) const {
    return static_cast<std::size_t>((z * nodes_ + y) * nodes_ + x);
  }
  int nodes() const { return nodes_; }

  using Shares = std::array<std::pair<std::size_t, double>, 64>;
  Shares shares_at(const Vec3& point) const {
    std::array<std::array<double, 4>, 3> basis{};
    std::array<int, 3> first{};
    for (int axis = 0; axis < 3; ++axis) {
      const double at = std::clamp((point[axis] - bounds_.low[axis]) / spacing_[axis], 0.0,
                                   static_cast<double>(cells_) - 1e-9);
      const double t = at - std::floor(at), u = 1.0 - t;
      const auto a = static_cast<std::size_t>(axis);
      first[a] = static_cast<int>(std::floor(at));
      basis[a] = {u * u * u / 6.0, (3.0 * t * t * t - 6.0 * t * t + 4.0) / 6.0,
                  (3.0 * u * u * u - 6.0 * u * u + 4.0) / 6.0, t * t * t / 6.0};
    }
    Shares out;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::size_t x = i % 4, y = i / 4 % 4, z = i / 16;
      out[i] = {node(first[0] + static_cast<int>(x), first[1] + static_cast<int>(y),
                     first[2] + static_cast<int>(z)),
                basis[0][x] * basis[1][y] * basis[2][z]};
    }
    return out;
  }

 private:
  int cells_, nodes_;
  Bounds bounds_;
  Vec3 spacing_{1.0};
};

// The lattice displacements that bring the pairs' laid places to their targets with the least bending.
Eigen::MatrixX3d solve_lattice(const Lattice& lattice, const std::vector<AlignedPair>& pairs,
                               const std::vector<Vec3>& laid, double stiffness) {
  const auto count = static_cast<Eigen::Index>(lattice.node_count());
  Eigen::MatrixXd left = Eigen::MatrixXd::Zero(3 * count, 3 * count);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(3 * count);
  const double each = 1.0 / static_cast<double>(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto shares = lattice.shares_at(laid[i]);
    const Eigen::Vector3d n = eigen(pairs[i].normal), gap = eigen(pairs[i].there - laid[i]);
    const Eigen::Matrix3d metric = each * (n * n.transpose() + kPointShare * Eigen::Matrix3d::Identity());
    const Eigen::Vector3d pulled = metric * gap;
    for (const auto& [a, share] : shares) {
      const Eigen::Index row = 3 * static_cast<Eigen::Index>(a);
      right.segment<3>(row) += share * pulled;
      for (const auto& [b, other] : shares)
        if (b <= a) left.block<3, 3>(row, 3 * static_cast<Eigen::Index>(b)) += share * other * metric;
    }
  }
  // Second differences along each axis and each pair of axes.
  const auto bend = [&](std::initializer_list<std::pair<std::size_t, double>> terms) {
    for (const auto& [a, x] : terms)
      for (const auto& [b, y] : terms)
        if (b <= a)
          for (Eigen::Index k = 0; k < 3; ++k)
            left(3 * static_cast<Eigen::Index>(a) + k, 3 * static_cast<Eigen::Index>(b) + k) +=
                stiffness * x * y / static_cast<double>(count);
  };
  const int n = lattice.nodes();
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        const auto at = [&](int i, int j, int k) { return lattice.node(x + i, y + j, z + k); };
        if (x + 2 < n) bend({{at(0, 0, 0), 1.0}, {at(1, 0, 0), -2.0}, {at(2, 0, 0), 1.0}});
        if (y + 2 < n) bend({{at(0, 0, 0), 1.0}, {at(0, 1, 0), -2.0}, {at(0, 2, 0), 1.0}});
        if (z + 2 < n) bend({{at(0, 0, 0), 1.0}, {at(0, 0, 1), -2.0}, {at(0, 0, 2), 1.0}});
        const double cross = std::numbers::sqrt2;
        if (x + 1 < n && y + 1 < n)
          bend({{at(0, 0, 0), cross}, {at(1, 0, 0), -cross}, {at(0, 1, 0), -cross}, {at(1, 1, 0), cross}});
        if (y + 1 < n && z + 1 < n)
          bend({{at(0, 0, 0), cross}, {at(0, 1, 0), -cross}, {at(0, 0, 1), -cross}, {at(0, 1, 1), cross}});
        if (z + 1 < n && x + 1 < n)
          bend({{at(0, 0, 0), cross}, {at(1, 0, 0), -cross}, {at(0, 0, 1), -cross}, {at(1, 0, 1), cross}});
      }
  left.diagonal().array() += 1e-9;
  const Eigen::VectorXd solution = left.selfadjointView<Eigen::Lower>().ldlt().solve(right);
  Eigen::MatrixX3d out(count, 3);
  for (Eigen::Index i = 0; i < count; ++i) out.row(i) = solution.segment<3>(3 * i).transpose();
  return out;
}

struct WarpStage {
  int cells, rounds;
  double stiffness;
};
constexpr WarpStage kWarpStages[] = {{2, 6, 1.0}, {2, 6, 0.1}, {4, 6, 0.1}, {4, 6, 0.01}};

std::vector<Vec3> Layer::warped(const std::vector<Vec3>& laid, double& mean) const {
  Bounds bounds;
  for (const Vec3& p : laid) bounds.add(p);
  std::vector<Vec3> now = laid;
  for (const WarpStage& stage : kWarpStages) {
    const Lattice lattice(bounds, stage.cells);
    for (int round = 0; round < stage.rounds; ++round) {
      const std::vector<AlignedPair> pairs =
          match(Matcher({now, given_.triangles, {}}), Similarity{}, kFinePoints);
      if (pairs.size() < 8) return now;
      std::vector<Vec3> places;
      for (const AlignedPair& pair : pairs) places.push_back(pair.given);
      const Eigen::MatrixX3d moves = solve_lattice(lattice, pairs, places, stage.stiffness);
      if (!moves.allFinite()) return now;
      for (std::size_t v = 0; v < laid.size(); ++v) {
        now[v] = laid[v];
        for (const auto& [node, share] : lattice.shares_at(laid[v])) {
          const auto row = static_cast<Eigen::Index>(node);
          now[v] += share * Vec3(moves(row, 0), moves(row, 1), moves(row, 2));
        }
      }
    }
  }
  mean = mean_distance(match(Matcher({now, given_.triangles, {}}), Similarity{}, kFinePoints));
  return now;
}

Similarity turned_about(const Bounds& from, const Bounds& to, double scale, double angle) {
  Similarity map;
  map.scale = scale;
  map.turn = Mat3(Vec3(std::cos(angle), std::sin(angle), 0.0), Vec3(-std::sin(angle), std::cos(angle), 0.0),
                  Vec3(0.0, 0.0, 1.0));
  map.way = to.middle() - map.scale * (map.turn * from.middle());
  return map;
}

std::optional<AlignedSurface> Layer::lay() {
  if (given_.triangles.empty() || others_.empty()) return std::nullopt;
  Bounds ours, theirs;
  for (const Vec3& p : given_.positions) ours.add(p);
  for (const Matcher& other : others_)
    for (const Vec3& p : other.surface().positions) theirs.add(p);
  // Try the current place first, then every rotation about Z at the others' position.
  const double scale = glm::length(theirs.size()) / std::max(glm::length(ours.size()), 1e-9);
  std::vector<Similarity> begins = {Similarity{}};
  for (int side = 0; side < kSides; ++side)
    begins.push_back(turned_about(ours, theirs, scale, 2.0 * std::numbers::pi * side / kSides));
  const Matcher own(given_);
  std::optional<Similarity> best;
  double least = std::numeric_limits<double>::infinity();
  for (Similarity map : begins) {
    const double distance = refine(own, map, kCoarseRounds, kCoarsePoints);
    // A collapsed fit is near some point, not near a head.
    if (!(map.scale > 0.5 * scale && map.scale < 2.0 * scale) || !(distance < least)) continue;
    least = distance;
    best = map;
  }
  if (!best) return std::nullopt;
  refine(own, *best, kFineRounds, kFinePoints);
  AlignedSurface out{{}, best->scale, least};
  const std::vector<Vec3> laid = moved(*best);
  // From here on, the laid surface is the input.
  const Surface rigid{laid, given_.triangles, {}};
  std::vector<const Surface*> onto;
  for (const Matcher& other : others_) onto.push_back(&other.surface());
  out.positions = Layer(rigid, onto).warped(laid, out.mean_distance);
  return out;
}

}  // namespace

std::optional<AlignedSurface> align_surface(const Surface& surface, std::span<const Surface* const> onto) {
  return Layer(surface, onto).lay();
}

}  // namespace mannequin
