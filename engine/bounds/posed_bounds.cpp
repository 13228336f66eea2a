#include "engine/bounds/posed_bounds.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>

namespace mannequin {
namespace {

// Small groups fit the mesh tightly, large ones are faster; measured on bodies of 7,000 vertices.
constexpr std::size_t kGroupVertices = 16;
// Bound on the error of single-precision skinning relative to the farthest coordinate, with a wide margin.
constexpr double kRounding = 4e-6;

using Slots = std::array<std::uint16_t, kMaxInfluences>;

// Ascending, without slots of weight 0; unused entries repeat the first, so that equal sets compare equal.
Slots joint_set(const VertexInfluences& influences, std::size_t& count) {
  Slots set{};
  count = 0;
  for (std::size_t k = 0; k < kMaxInfluences; ++k)
    if (influences.weight[k] > 0.0f &&
        std::find(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(count), influences.joint[k]) ==
            set.begin() + static_cast<std::ptrdiff_t>(count))
      set[count++] = influences.joint[k];
  std::sort(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(count));
  for (std::size_t k = std::max<std::size_t>(count, 1); k < kMaxInfluences; ++k) set[k] = set[0];
  return set;
}

float weight_of(const VertexInfluences& influences, std::uint16_t slot) {
  float sum = 0.0f;
  for (std::size_t k = 0; k < kMaxInfluences; ++k)
    if (influences.joint[k] == slot) sum += influences.weight[k];
  return sum;
}

// The largest sum of weight * reach for weights between least and most that sum to 1: gives as much as
// allowed to the farthest reach, then to the next. reach: of the joints, in the group's order.
double largest_mean(const PosedBounds::Group& group, const std::array<double, kMaxInfluences>& reach) {
  std::array<std::uint32_t, kMaxInfluences> order{0, 1, 2, 3};
  std::sort(order.begin(), order.begin() + group.joints,
            [&](std::uint32_t a, std::uint32_t b) { return reach[a] > reach[b]; });
  double sum = 0.0, left = 1.0;
  for (std::uint32_t k = 0; k < group.joints; ++k) {
    sum += static_cast<double>(group.least[k]) * reach[k];
    left -= static_cast<double>(group.least[k]);
  }
  for (std::uint32_t i = 0; i < group.joints && left > 0.0; ++i) {
    const std::uint32_t k = order[i];
    const double more = std::min(left, static_cast<double>(group.most[k] - group.least[k]));
    sum += more * reach[k];
    left -= more;
  }
  // The remainder from rounding, of either sign.
  return sum + left * reach[order[0]];
}

}  // namespace

PosedBounds::PosedBounds(const Mesh& mesh, const Skin& skin)
    : group_of_(mesh.vertex_count()), slot_boxes_(skin.palette_size()) {
  std::vector<Vec3> bound(mesh.vertex_count());
  std::map<std::pair<std::size_t, Slots>, std::vector<std::uint32_t>> by_set;
  for (std::size_t v = 0; v < bound.size(); ++v) {
    bound[v] = Vec3(skin.bind_shape() * Vec4(Vec3(mesh.positions()[v]), 1.0));
    std::size_t count = 0;
    const Slots set = joint_set(skin.influences()[v], count);
    by_set[{count, set}].push_back(static_cast<std::uint32_t>(v));
    for (std::size_t k = 0; k < count; ++k) slot_boxes_[set[k]].extend(bound[v]);
  }

  const auto add_group = [&](std::span<const std::uint32_t> vertices, std::size_t count, const Slots& set) {
    Group group;
    group.joints = static_cast<std::uint32_t>(count);
    group.slot = set;
    group.least.fill(1.0f);
    Box box;
    for (const std::uint32_t v : vertices) {
      box.extend(bound[v]);
      group_of_[v] = static_cast<std::uint32_t>(groups_.size());
      for (std::size_t k = 0; k < count; ++k) {
        const float w = weight_of(skin.influences()[v], set[k]);
        group.least[k] = std::min(group.least[k], w);
        group.most[k] = std::max(group.most[k], w);
      }
    }
    group.center = 0.5 * (box.min + box.max);
    group.half = 0.5 * (box.max - box.min);
    groups_.push_back(group);
  };

  // Halve the sets along their longest side until they are small.
  for (auto& [key, vertices] : by_set) {
    std::vector<std::span<std::uint32_t>> open{std::span(vertices)};
    while (!open.empty()) {
      const std::span<std::uint32_t> part = open.back();
      open.pop_back();
      if (part.size() <= kGroupVertices) {
        add_group(part, key.first, key.second);
        continue;
      }
      Box box;
      for (const std::uint32_t v : part) box.extend(bound[v]);
      const Vec3 size = box.size();
      const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
      const auto middle = part.begin() + static_cast<std::ptrdiff_t>(part.size() / 2);
      std::nth_element(part.begin(), middle, part.end(), [&](std::uint32_t a, std::uint32_t b) {
        return bound[a][axis] != bound[b][axis] ? bound[a][axis] < bound[b][axis] : a < b;
      });
      open.push_back(part.subspan(0, part.size() / 2));
      open.push_back(part.subspan(part.size() / 2));
    }
  }
}

Box PosedBounds::posed_box(std::size_t index, std::span<const Mat34> palette) const {
  const Group& group = groups_[index];
  Box box;
  for (int axis = 0; axis < 3; ++axis) {
    std::array<double, kMaxInfluences> high{}, low{};
    for (std::uint32_t k = 0; k < group.joints; ++k) {
      const Vec4 row(palette[group.slot[k]][axis]);
      const double middle = glm::dot(Vec3(row), group.center) + row.w;
      const double reach = glm::dot(glm::abs(Vec3(row)), group.half);
      high[k] = middle + reach;
      low[k] = reach - middle;
    }
    box.max[axis] = largest_mean(group, high);
    box.min[axis] = -largest_mean(group, low);
  }
  const Vec3 farthest = glm::max(glm::abs(box.min), glm::abs(box.max));
  box.pad(kRounding * (1.0 + std::max({farthest.x, farthest.y, farthest.z})));
  return box;
}

Box PosedBounds::posed_box(std::span<const Mat34> palette) const {
  Box box;
  for (std::size_t group = 0; group < groups_.size(); ++group) box.extend(posed_box(group, palette));
  return box;
}

}  // namespace mannequin
