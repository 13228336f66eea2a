// The nearest of many points.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/math/types.h"

namespace mannequin {

// A k-d tree over points that it keeps.
class PointTree {
 public:
  // Numbers the points as they come; none may be given.
  explicit PointTree(std::vector<Vec3> points);

  // A point, and how far it is.
  struct Hit {
    std::uint32_t point = 0;  // the lower number of two that are equally near
    double distance = 0.0;
  };
  // The nearest that is nearer than `reach`.
  std::optional<Hit> nearest(const Vec3& to, double reach) const;

  // As given.
  const std::vector<Vec3>& points() const { return points_; }

 private:
  void sort(std::size_t begin, std::size_t end, int axis);
  void search(std::size_t begin, std::size_t end, int axis, const Vec3& to, Hit& best, bool& found) const;

  std::vector<Vec3> points_;
  std::vector<std::uint32_t> order_;  // the middle of a range divides it
};

}  // namespace mannequin
