// Nearest-neighbour search.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/math/types.h"

namespace mannequin {

// A k-d tree that owns its points.
class PointTree {
 public:
  // Numbers the points in the given order; may be empty.
  explicit PointTree(std::vector<Vec3> points);

  // A point and its distance.
  struct Hit {
    std::uint32_t point = 0;  // the lower index if several are equally near
    double distance = 0.0;
  };
  // The nearest point closer than `reach`.
  std::optional<Hit> nearest(const Vec3& to, double reach) const;

  // The points as given.
  const std::vector<Vec3>& points() const { return points_; }

 private:
  void sort(std::size_t begin, std::size_t end, int axis);
  void search(std::size_t begin, std::size_t end, int axis, const Vec3& to, Hit& best, bool& found) const;

  std::vector<Vec3> points_;
  std::vector<std::uint32_t> order_;  // the median of each range divides it
};

}  // namespace mannequin
