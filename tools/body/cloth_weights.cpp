#include "tools/body/cloth_weights.h"

#include <algorithm>
#include <utility>

namespace mannequin::body {
namespace {

// Metres from the skin: nearer cloth follows it, further cloth hangs.
constexpr double kFollows = 0.018, kHangs = 0.040;
// Of evening out what hangs: enough for a smooth skirt; more would keep its halves from following a stride.
constexpr int kRounds = 3;

struct TrianglePlace {
  std::array<std::uint32_t, 3> vertex;
  Vec3 share;
  double distance2;
};

// The nearest place of a triangle, by its corners' shares: the plane's foot if it is inside, else the best of
// the three edges.
TrianglePlace nearest_on(const Vec3& p, const Triangle& t, const std::vector<Vec3>& at) {
  const Vec3 a = at[t[0]], ab = at[t[1]] - a, ac = at[t[2]] - a, ap = p - a;
  const double bb = glm::dot(ab, ab), bc = glm::dot(ab, ac), cc = glm::dot(ac, ac);
  const double pb = glm::dot(ap, ab), pc = glm::dot(ap, ac), area = bb * cc - bc * bc;
  const auto at_shares = [&](const Vec3& share) {
    const Vec3 gap = p - (share.x * at[t[0]] + share.y * at[t[1]] + share.z * at[t[2]]);
    return TrianglePlace{t, share, glm::dot(gap, gap)};
  };
  if (area > 0.0) {
    const double v = (cc * pb - bc * pc) / area, w = (bb * pc - bc * pb) / area;
    if (v >= 0.0 && w >= 0.0 && v + w <= 1.0) return at_shares({1.0 - v - w, v, w});
  }
  TrianglePlace best{t, {}, 1e9};
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    const Vec3 edge = at[t[static_cast<std::size_t>(next)]] - at[t[static_cast<std::size_t>(k)]];
    const double along = std::clamp(
        glm::dot(p - at[t[static_cast<std::size_t>(k)]], edge) / std::max(glm::dot(edge, edge), 1e-18), 0.0,
        1.0);
    Vec3 share(0.0);
    share[k] = 1.0 - along;
    share[next] = along;
    const TrianglePlace foot = at_shares(share);
    if (foot.distance2 < best.distance2) best = foot;
  }
  return best;
}

// A surface with weights, asked for those of places near it.
class Carrier {
 public:
  Carrier(const std::vector<Vec3>& positions, std::vector<Triangle> triangles,
          const std::vector<VertexWeights>& weights)
      : at_(positions), triangles_(std::move(triangles)), weights_(weights), around_(positions.size()) {
    for (std::uint32_t t = 0; t < triangles_.size(); ++t)
      for (const std::uint32_t v : triangles_[t]) around_[v].push_back(t);
  }

  // Among the triangles around the nearest vertices, which is near enough on a mesh of good triangles.
  TrianglePlace nearest(const Vec3& p) const {
    std::uint32_t closest = 0;
    double closest2 = 1e9;
    for (std::uint32_t v = 0; v < at_.size(); ++v) {
      const Vec3 gap = at_[v] - p;
      const double gap2 = glm::dot(gap, gap);
      if (gap2 < closest2 && !around_[v].empty()) closest = v, closest2 = gap2;
    }
    TrianglePlace best{{}, {}, 1e9};
    for (const std::uint32_t t : around_[closest]) {
      const TrianglePlace foot = nearest_on(p, triangles_[t], at_);
      if (foot.distance2 < best.distance2) best = foot;
    }
    return best;
  }

  WeightRow row(const TrianglePlace& foot) const {
    WeightRow row(skin_joints().size(), 0.0);
    for (std::size_t c = 0; c < 3; ++c) {
      const VertexWeights& w = weights_[foot.vertex[c]];
      for (std::size_t k = 0; k < 4; ++k) row[w.joint[k]] += foot.share[static_cast<int>(c)] * w.weight[k];
    }
    return row;
  }

 private:
  const std::vector<Vec3>& at_;
  std::vector<Triangle> triangles_;
  const std::vector<VertexWeights>& weights_;
  std::vector<std::vector<std::uint32_t>> around_;
};

// The triangles of the cloth alone.
std::vector<Triangle> outside_of(const Sculpture& cloth) {
  std::vector<Triangle> triangles;
  for (const Triangle& t : cloth.triangles)
    if (std::ranges::none_of(t, [&](std::uint32_t v) { return cloth.turned_in[v]; })) triangles.push_back(t);
  return triangles;
}

// What is turned in goes wherever the cloth before it goes.
void follow_cloth(const Sculpture& cloth, std::vector<VertexWeights>& weights) {
  const Carrier carrier(cloth.positions, outside_of(cloth), weights);
  for (std::uint32_t v = 0; v < weights.size(); ++v) {
    if (!cloth.turned_in[v]) continue;
    if (cloth.twin[v] < v) {
      weights[v] = mirrored(weights[cloth.twin[v]]);
    } else {
      const WeightRow row = carrier.row(carrier.nearest(cloth.positions[v]));
      weights[v] = strongest(cloth.twin[v] == v ? evened(row) : row);
    }
  }
}

}  // namespace

std::vector<VertexWeights> weigh_cloth(const Body& body, const Sculpture& cloth) {
  const Carrier skin(body.surface.positions, body.surface.triangles, body.weights);
  const std::size_t count = cloth.positions.size(), joints = skin_joints().size();
  // Only vertices that come before their image are computed, so that both sides are equal to the last bit.
  std::vector<WeightRow> rows(count);
  const auto complete = [&](std::uint32_t v) {
    if (cloth.twin[v] == v)
      rows[v] = evened(rows[v]);
    else
      rows[cloth.twin[v]] = mirrored(rows[v]);
  };
  std::vector<double> free(count, 0.0);
  for (std::uint32_t v = 0; v < count; ++v) {
    if (cloth.twin[v] < v) continue;
    const TrianglePlace foot = skin.nearest(cloth.positions[v]);
    rows[v] = skin.row(foot);
    complete(v);
    free[v] = smooth_step(kFollows * kFollows, kHangs * kHangs, foot.distance2);
  }
  const auto near = neighbour_lists(count, outside_of(cloth));
  for (int round = 0; round < kRounds; ++round) {
    // In place: each vertex sees what those before it have become. Only the speed depends on it.
    for (std::uint32_t v = 0; v < count; ++v) {
      if (cloth.twin[v] < v || free[v] == 0.0 || cloth.turned_in[v]) continue;
      WeightRow mean(joints, 0.0);
      for (const std::uint32_t w : near[v])
        for (std::size_t j = 0; j < joints; ++j) mean[j] += rows[w][j];
      for (std::size_t j = 0; j < joints; ++j)
        rows[v][j] += free[v] * (mean[j] / static_cast<double>(near[v].size()) - rows[v][j]);
      complete(v);
    }
  }
  std::vector<VertexWeights> result(count);
  for (std::uint32_t v = 0; v < count; ++v)
    result[v] = cloth.twin[v] >= v ? strongest(rows[v]) : mirrored(result[cloth.twin[v]]);
  follow_cloth(cloth, result);
  return result;
}

}  // namespace mannequin::body
