#include "engine/bind/face.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "engine/bind/surface_tree.h"

namespace mannequin {
namespace {

constexpr double kHeadWeight = 0.5;   // of head joints, from which on a vertex belongs to the head
constexpr double kBodyHeights = 2.0;  // taller than so many heads: a body
constexpr std::size_t kMostPoints = 2000;
constexpr int kMostRounds = 40;
constexpr double kKept = 0.8;  // of the points, the nearest

struct Box {
  Vec3 low{std::numeric_limits<double>::infinity()}, high{-std::numeric_limits<double>::infinity()};
  explicit Box(std::span<const Vec3> points) {
    for (const Vec3& p : points) {
      low = glm::min(low, p);
      high = glm::max(high, p);
    }
  }
  Vec3 size() const { return high - low; }
  Vec3 middle() const { return 0.5 * (low + high); }
};

// x -> scale * turn * x + way
struct Similarity {
  double scale = 1.0;
  Mat3 turn{1.0};
  Vec3 way{0.0};
  Vec3 operator()(const Vec3& x) const { return scale * (turn * x) + way; }
};

// The triangles of a source that its head joints move.
WeightSource head_of(const WeightSource& source, std::span<const std::string> head_groups) {
  std::vector<bool> of_head;
  for (const std::string& name : source.weights.groups)
    of_head.push_back(std::ranges::find(head_groups, name) != head_groups.end());
  WeightSource head{source.name, {}, {source.weights.groups, {}}};
  std::vector<std::uint32_t> place(source.surface.positions.size(), kNoVertex);
  const auto belongs = [&](std::uint32_t v) {
    double sum = 0.0;
    for (const GroupWeight& w : source.weights.vertices[v])
      if (of_head[w.group]) sum += w.weight;
    return sum >= kHeadWeight;
  };
  for (const Surface::Triangle& t : source.surface.triangles) {
    if (!std::ranges::all_of(t, belongs)) continue;
    Surface::Triangle moved;
    for (std::size_t k = 0; k < 3; ++k) {
      std::uint32_t& p = place[t[k]];
      if (p == kNoVertex) {
        p = static_cast<std::uint32_t>(head.surface.positions.size());
        head.surface.positions.push_back(source.surface.positions[t[k]]);
        head.weights.vertices.push_back(source.weights.vertices[t[k]]);
      }
      moved[k] = p;
    }
    head.surface.triangles.push_back(moved);
  }
  return head;
}

class HeadFitter {
 public:
  HeadFitter(const Surface& surface, std::span<const WeightSource> heads) {
    for (const WeightSource& head : heads) trees_.emplace_back(head.surface);
    const std::size_t step = surface.positions.size() / kMostPoints + 1;
    for (std::size_t v = 0; v < surface.positions.size(); v += step) points_.push_back(surface.positions[v]);
  }

  // The mean distance of the points kept.
  double refine(Similarity& map) const {
    double last = std::numeric_limits<double>::infinity();
    for (int round = 0; round < kMostRounds; ++round) {
      std::vector<Pair> pairs = match(map);
      double mean = 0.0;
      for (const Pair& pair : pairs) mean += pair.distance / static_cast<double>(pairs.size());
      if (!(mean < last * 0.9999)) return std::min(mean, last);
      last = mean;
      Eigen::Matrix3Xd from(3, static_cast<Eigen::Index>(pairs.size())), to = from;
      for (std::size_t i = 0; i < pairs.size(); ++i)
        for (int k = 0; k < 3; ++k) {
          from(k, static_cast<Eigen::Index>(i)) = points_[pairs[i].point][k];
          to(k, static_cast<Eigen::Index>(i)) = pairs[i].there[k];
        }
      const Eigen::Matrix4d found = Eigen::umeyama(from, to, true);
      const double scale = found.block<3, 1>(0, 0).norm();
      if (!found.allFinite() || !(scale > 1e-3)) return last;
      map.scale = scale;
      for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) map.turn[column][row] = found(row, column) / scale;
        map.way[row] = found(row, 3);
      }
    }
    return last;
  }

 private:
  struct Pair {
    std::size_t point;
    Vec3 there;
    double distance;
  };

  std::vector<Pair> match(const Similarity& map) const {
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      Pair best{i, {}, std::numeric_limits<double>::infinity()};
      for (const SurfaceTree& tree : trees_)
        if (const auto near = tree.nearest(map(points_[i])); near && near->distance < best.distance)
          best = {i, near->position, near->distance};
      if (std::isfinite(best.distance)) pairs.push_back(best);
    }
    std::ranges::stable_sort(pairs, {}, &Pair::distance);
    pairs.resize(static_cast<std::size_t>(std::ceil(kKept * static_cast<double>(pairs.size()))));
    return pairs;
  }

  std::vector<SurfaceTree> trees_;
  std::vector<Vec3> points_;
};

Similarity turned_about(const Box& from, const Box& to, double scale, double angle) {
  Similarity map;
  map.scale = scale;
  map.turn = Mat3(Vec3(std::cos(angle), std::sin(angle), 0.0), Vec3(-std::sin(angle), std::cos(angle), 0.0),
                  Vec3(0.0, 0.0, 1.0));
  map.way = to.middle() - map.scale * (map.turn * from.middle());
  return map;
}

}  // namespace

Result<FaceWeights> face_weights(const Surface& surface, std::span<const WeightSource> sources,
                                 std::span<const std::string> head_groups, const TransferOptions& options) {
  if (auto status = check_surface(surface); !status) return error_of(status);
  std::vector<WeightSource> heads;
  std::vector<Vec3> points;
  for (const WeightSource& source : sources) {
    if (auto status = check_surface(source.surface); !status) return error_of(status);
    WeightSource head = head_of(source, head_groups);
    if (head.surface.triangles.empty()) continue;
    points.insert(points.end(), head.surface.positions.begin(), head.surface.positions.end());
    heads.push_back(std::move(head));
  }
  if (heads.empty())
    return fail(ErrorCode::bad_argument, "--from",
                "has no head (nothing that mHead or joints of the face move); give one");
  const Box ours(surface.positions), theirs(points);
  FaceWeights out;
  if (surface.positions.empty() || ours.size().z > kBodyHeights * theirs.size().z) {
    Result<BoundWeights> bound = transfer_weights(surface, sources, options);
    if (!bound) return error_of(bound);
    out.bound = std::move(*bound);
    return out;
  }
  // Where it is, if that is near; else wherever and however turned it may be.
  const double scale = glm::length(theirs.size()) / std::max(glm::length(ours.size()), 1e-9);
  std::vector<Similarity> begins = {Similarity{}};
  for (int quarter = 0; quarter < 4; ++quarter)
    begins.push_back(turned_about(ours, theirs, scale, 0.5 * std::numbers::pi * quarter));
  const HeadFitter fitter(surface, heads);
  Similarity best;
  out.fit.mean_distance = std::numeric_limits<double>::infinity();
  for (Similarity map : begins) {
    const double distance = fitter.refine(map);
    // A collapsed fit is near to a point, not to a head.
    if (!(map.scale > 0.5 * scale && map.scale < 2.0 * scale) || !(distance < out.fit.mean_distance))
      continue;
    out.fit = {map.scale, distance};
    best = map;
  }
  Surface laid = surface;
  for (Vec3& p : laid.positions) p = best(p);
  Result<BoundWeights> bound = transfer_weights(laid, heads, options);
  if (!bound) return error_of(bound);
  out.bound = std::move(*bound);
  return out;
}

}  // namespace mannequin
