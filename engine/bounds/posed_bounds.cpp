#include "engine/bounds/posed_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace mannequin {
namespace {

// Small groups fit the mesh tightly, large clusters need few looks; measured on bodies of 1,000 to 15,000
// vertices.
constexpr std::size_t kGroupVertices = 8, kClusterVertices = 128;
// Bound on the error of skinning in single precision, with packed weights, relative to the farthest
// coordinate.
constexpr double kRounding = 2e-5;
// Bound on that of each term of a reach.
constexpr float kTermRounding = 1e-6f;

// Four numbers in one register of the processor: the axes, and one that is unused.
using Four = float __attribute__((vector_size(16)));

inline Four greater(Four a, Four b) { return a > b ? a : b; }
inline Four size_of(Four a) { return greater(a, -a); }
// On the three axes.
inline bool within(Four a, Four b) { return a[0] <= b[0] && a[1] <= b[1] && a[2] <= b[2]; }

// How far something reaches upwards and downwards along each axis; downwards with the opposite sign.
struct Extent {
  Four up, down;

  void extend(const Extent& other) {
    up = greater(up, other.up);
    down = greater(down, other.down);
  }
  bool holds(const Extent& other) const { return within(other.up, up) && within(other.down, down); }
  Box box() const {
    Box box{{-down[0], -down[1], -down[2]}, {up[0], up[1], up[2]}};
    const Vec3 farthest = glm::max(glm::abs(box.min), glm::abs(box.max));
    box.pad(kRounding * (1.0 + std::max({farthest.x, farthest.y, farthest.z})));
    return box;
  }
};

// Of a box under one joint.
Extent extent_of(const Mat34& m, const std::array<float, 3>& center, const std::array<float, 3>& half) {
  const Four x{m[0][0], m[1][0], m[2][0], 0.0f}, y{m[0][1], m[1][1], m[2][1], 0.0f},
      z{m[0][2], m[1][2], m[2][2], 0.0f}, t{m[0][3], m[1][3], m[2][3], 0.0f};
  const Four middle = x * center[0] + y * center[1] + z * center[2] + t;
  const Four reach =
      size_of(x) * half[0] + size_of(y) * half[1] + size_of(z) * half[2] + size_of(t) * kTermRounding;
  return {middle + reach, reach - middle};
}

// The largest sum of weight * reach for weights that sum to 1: the first joint's reach, and from there
// towards each other joint's with its greatest weight where that is farther, with its least where it is
// nearer.
template <typename Reach, typename Joint>
Extent extent_of(const Reach& of, const std::vector<Joint>& joints, std::span<const Mat34> palette) {
  const Joint* joint = joints.data() + of.first_joint;
  const Joint* const end = joint + of.joint_count;
  const Extent first = extent_of(palette[joint->slot], of.center, of.half);
  Extent sum = first;
  while (++joint != end) {
    const Extent other = extent_of(palette[joint->slot], of.center, of.half);
    const Four up = other.up - first.up, down = other.down - first.down;
    sum.up += greater(up * joint->most, up * joint->least);
    sum.down += greater(down * joint->most, down * joint->least);
  }
  return sum;
}

// Along the longest side of their box.
std::size_t halve(std::span<std::uint32_t> vertices, const std::vector<Vec3>& bound) {
  Box box;
  for (const std::uint32_t v : vertices) box.extend(bound[v]);
  const Vec3 size = box.size();
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const std::size_t half = vertices.size() / 2;
  std::nth_element(vertices.begin(), vertices.begin() + static_cast<std::ptrdiff_t>(half), vertices.end(),
                   [&](std::uint32_t a, std::uint32_t b) {
                     return bound[a][axis] != bound[b][axis] ? bound[a][axis] < bound[b][axis] : a < b;
                   });
  return half;
}

// body(part) for each part of at most `most` vertices.
template <typename Body>
void for_each_part(std::span<std::uint32_t> vertices, std::size_t most, const std::vector<Vec3>& bound,
                   const Body& body) {
  if (vertices.size() <= most) return body(vertices);
  const std::size_t half = halve(vertices, bound);
  for_each_part(vertices.first(half), most, bound, body);
  for_each_part(vertices.subspan(half), most, bound, body);
}

std::uint16_t strongest_slot(const VertexInfluences& influences) {
  const auto strongest = std::max_element(influences.weight.begin(), influences.weight.end());
  return influences.joint[static_cast<std::size_t>(strongest - influences.weight.begin())];
}

}  // namespace

class PosedBounds::Builder {
 public:
  Builder(const Mesh& mesh, const Skin& skin, PosedBounds& out)
      : skin_(skin), out_(out), bound_(mesh.vertex_count()), weights_(skin.palette_size()) {
    for (std::size_t v = 0; v < bound_.size(); ++v)
      bound_[v] = Vec3(skin.bind_shape() * Vec4(Vec3(mesh.positions()[v]), 1.0));
  }

  void build() {
    std::map<std::uint16_t, std::vector<std::uint32_t>> by_slot;
    Box all;
    for (std::size_t v = 0; v < bound_.size(); ++v) {
      const VertexInfluences& influences = skin_.influences()[v];
      by_slot[strongest_slot(influences)].push_back(static_cast<std::uint32_t>(v));
      all.extend(bound_[v]);
      for (std::size_t k = 0; k < kMaxInfluences; ++k)
        if (influences.weight[k] > 0.0f) out_.slot_boxes_[influences.joint[k]].extend(bound_[v]);
    }
    for (auto& [slot, vertices] : by_slot)
      for_each_part(vertices, kClusterVertices, bound_,
                    [&, slot = slot](std::span<std::uint32_t> part) { add_cluster(part, slot); });
    const auto outwards = [&](const Cluster& cluster) {
      double most = 0.0;
      for (int axis = 0; axis < 3; ++axis)
        most = std::max(most,
                        std::abs(static_cast<double>(cluster.reach.center[static_cast<std::size_t>(axis)]) -
                                 0.5 * (all.min[axis] + all.max[axis])) /
                            std::max(all.size()[axis], 1e-9));
      return most;
    };
    std::stable_sort(out_.clusters_.begin(), out_.clusters_.end(),
                     [&](const Cluster& a, const Cluster& b) { return outwards(a) > outwards(b); });
    out_.cluster_of_.resize(out_.groups_.size());
    for (std::size_t c = 0; c < out_.clusters_.size(); ++c)
      std::fill_n(out_.cluster_of_.begin() + out_.clusters_[c].first_group, out_.clusters_[c].group_count,
                  static_cast<std::uint32_t>(c));
  }

 private:
  // Of the weights of one joint.
  struct Range {
    float least = 1.0f, most = 0.0f;
    std::size_t vertices = 0;  // with any weight
  };

  void add_cluster(std::span<std::uint32_t> vertices, std::uint16_t slot) {
    Cluster cluster{reach_of(vertices, slot), static_cast<std::uint32_t>(out_.groups_.size()), 0};
    for_each_part(vertices, kGroupVertices, bound_, [&](std::span<std::uint32_t> part) {
      for (const std::uint32_t v : part) out_.group_of_[v] = static_cast<std::uint32_t>(out_.groups_.size());
      out_.groups_.push_back(reach_of(part, slot));
      ++cluster.group_count;
    });
    out_.clusters_.push_back(cluster);
  }

  Reach reach_of(std::span<const std::uint32_t> vertices, std::uint16_t slot) {
    Reach reach;
    Box box;
    for (const std::uint32_t v : vertices) {
      box.extend(bound_[v]);
      weigh(skin_.influences()[v]);
    }
    for (int axis = 0; axis < 3; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      reach.center[a] = static_cast<float>(0.5 * (box.min[axis] + box.max[axis]));
      const auto center = static_cast<double>(reach.center[a]);
      const double half = std::max(box.max[axis] - center, center - box.min[axis]);
      reach.half[a] =
          static_cast<float>(half) * (1.0f + kTermRounding) + std::abs(reach.center[a]) * kTermRounding;
    }
    reach.first_joint = static_cast<std::uint32_t>(out_.joints_.size());
    // The first one is what the others are measured from; its own weight is what they leave.
    out_.joints_.push_back({slot, 0.0f, 1.0f});
    for (const std::uint16_t used : used_) {
      const Range range = std::exchange(weights_[used], {});
      if (used != slot)
        out_.joints_.push_back({used, range.vertices < vertices.size() ? 0.0f : range.least, range.most});
    }
    used_.clear();
    reach.joint_count = static_cast<std::uint32_t>(out_.joints_.size()) - reach.first_joint;
    return reach;
  }

  // A joint may be listed twice.
  void weigh(const VertexInfluences& influences) {
    for (std::size_t k = 0; k < kMaxInfluences; ++k) {
      const auto slot = influences.joint[k];
      const auto listed_before = [&](std::size_t n) {
        return influences.joint[n] == slot && influences.weight[n] > 0.0f;
      };
      bool counted = !(influences.weight[k] > 0.0f);
      for (std::size_t n = 0; n < k; ++n) counted |= listed_before(n);
      if (counted) continue;
      float weight = 0.0f;
      for (std::size_t n = k; n < kMaxInfluences; ++n)
        if (influences.joint[n] == slot) weight += influences.weight[n];
      Range& range = weights_[slot];
      if (range.vertices++ == 0) used_.push_back(slot);
      range.least = std::min(range.least, weight);
      range.most = std::max(range.most, weight);
    }
  }

  const Skin& skin_;
  PosedBounds& out_;
  std::vector<Vec3> bound_;          // in bind space
  std::vector<Range> weights_;       // by slot, of one reach
  std::vector<std::uint16_t> used_;  // those of them with any weight
};

PosedBounds::PosedBounds(const Mesh& mesh, const Skin& skin)
    : group_of_(mesh.vertex_count()), slot_boxes_(skin.palette_size()) {
  Builder(mesh, skin, *this).build();
}

Box PosedBounds::group_box(std::size_t group, std::span<const Mat34> palette) const {
  return extent_of(groups_[group], joints_, palette).box();
}

Box PosedBounds::cluster_box(std::size_t cluster, std::span<const Mat34> palette) const {
  return extent_of(clusters_[cluster].reach, joints_, palette).box();
}

Box PosedBounds::posed_box(std::span<const Mat34> palette) const {
  if (clusters_.empty()) return {};
  constexpr float kNowhere = -std::numeric_limits<float>::max();
  Extent all{{kNowhere, kNowhere, kNowhere, kNowhere}, {kNowhere, kNowhere, kNowhere, kNowhere}};
  for (const Cluster& cluster : clusters_) {
    if (all.holds(extent_of(cluster.reach, joints_, palette))) continue;
    for (std::uint32_t k = 0; k < cluster.group_count; ++k)
      all.extend(extent_of(groups_[cluster.first_group + k], joints_, palette));
  }
  return all.box();
}

std::span<const Box> PosedBounds::slot_boxes() const { return slot_boxes_; }

}  // namespace mannequin
