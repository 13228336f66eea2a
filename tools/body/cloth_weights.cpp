#include "tools/body/cloth_weights.h"

#include <algorithm>

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

class Skin {
 public:
  explicit Skin(const Body& body) : body_(body), around_(body.surface.positions.size()) {
    for (std::uint32_t t = 0; t < body.surface.triangles.size(); ++t)
      for (const std::uint32_t v : body.surface.triangles[t]) around_[v].push_back(t);
  }

  // Among the triangles around the nearest vertices, which is near enough on a mesh of good triangles.
  TrianglePlace nearest(const Vec3& p) const {
    const std::vector<Vec3>& at = body_.surface.positions;
    std::uint32_t closest = 0;
    double closest2 = 1e9;
    for (std::uint32_t v = 0; v < at.size(); ++v) {
      const Vec3 gap = at[v] - p;
      const double gap2 = glm::dot(gap, gap);
      if (gap2 < closest2) closest = v, closest2 = gap2;
    }
    TrianglePlace best{{}, {}, 1e9};
    for (const std::uint32_t t : around_[closest]) {
      const TrianglePlace foot = nearest_on(p, body_.surface.triangles[t], at);
      if (foot.distance2 < best.distance2) best = foot;
    }
    return best;
  }

  WeightRow row(const TrianglePlace& foot) const {
    WeightRow row(skin_joints().size(), 0.0);
    for (std::size_t c = 0; c < 3; ++c) {
      const VertexWeights& w = body_.weights[foot.vertex[c]];
      for (std::size_t k = 0; k < 4; ++k) row[w.joint[k]] += foot.share[static_cast<int>(c)] * w.weight[k];
    }
    return row;
  }

 private:
  const Body& body_;
  std::vector<std::vector<std::uint32_t>> around_;
};

}  // namespace

std::vector<VertexWeights> weigh_cloth(const Body& body, const Sculpture& cloth) {
  const Skin skin(body);
  const std::size_t count = cloth.positions.size(), joints = skin_joints().size();
  const std::vector<std::size_t>& other = mirrored_joints();
  // Only vertices that come before their image are computed, so that both sides are equal to the last bit.
  std::vector<WeightRow> rows(count);
  const auto complete = [&](std::uint32_t v) {
    WeightRow image(joints);
    for (std::size_t j = 0; j < joints; ++j) image[other[j]] = rows[v][j];
    if (cloth.twin[v] == v) {
      for (std::size_t j = 0; j < joints; ++j) rows[v][j] = 0.5 * (rows[v][j] + image[j]);
    } else {
      rows[cloth.twin[v]] = std::move(image);
    }
  };
  std::vector<double> free(count, 0.0);
  for (std::uint32_t v = 0; v < count; ++v) {
    if (cloth.twin[v] < v) continue;
    const TrianglePlace foot = skin.nearest(cloth.positions[v]);
    rows[v] = skin.row(foot);
    complete(v);
    free[v] = smooth_step(kFollows * kFollows, kHangs * kHangs, foot.distance2);
  }
  const auto near = neighbour_lists(count, cloth.triangles);
  for (int round = 0; round < kRounds; ++round) {
    // In place: each vertex sees what those before it have become. Only the speed depends on it.
    for (std::uint32_t v = 0; v < count; ++v) {
      if (cloth.twin[v] < v || free[v] == 0.0) continue;
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
  return result;
}

}  // namespace mannequin::body
