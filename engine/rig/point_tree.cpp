#include "engine/rig/point_tree.h"

#include <algorithm>
#include <numeric>

namespace mannequin {

PointTree::PointTree(std::vector<Vec3> points) : points_(std::move(points)), order_(points_.size()) {
  std::iota(order_.begin(), order_.end(), 0u);
  sort(0, order_.size(), 0);
}

void PointTree::sort(std::size_t begin, std::size_t end, int axis) {
  if (end - begin < 2) return;
  const std::size_t middle = begin + (end - begin) / 2;
  const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(begin), at(middle), at(end),
                   [&](std::uint32_t a, std::uint32_t b) { return points_[a][axis] < points_[b][axis]; });
  sort(begin, middle, (axis + 1) % 3);
  sort(middle + 1, end, (axis + 1) % 3);
}

void PointTree::search(std::size_t begin, std::size_t end, int axis, const Vec3& to, Hit& best,
                       bool& found) const {
  if (begin == end) return;
  const std::size_t middle = begin + (end - begin) / 2;
  const std::uint32_t point = order_[middle];
  const double distance = glm::length(points_[point] - to);
  if (distance < best.distance || (found && distance == best.distance && point < best.point)) {
    best = {point, distance};
    found = true;
  }
  const double beyond = to[axis] - points_[point][axis];
  const int next = (axis + 1) % 3;
  const bool low_first = beyond < 0.0;
  for (const bool low : {low_first, !low_first}) {
    // The far side matters only if the dividing plane is within reach.
    if (low != low_first && std::abs(beyond) > best.distance) continue;
    if (low)
      search(begin, middle, next, to, best, found);
    else
      search(middle + 1, end, next, to, best, found);
  }
}

std::optional<PointTree::Hit> PointTree::nearest(const Vec3& to, double reach) const {
  Hit best{0, reach};
  bool found = false;
  search(0, order_.size(), 0, to, best, found);
  return found ? std::optional(best) : std::nullopt;
}

}  // namespace mannequin
