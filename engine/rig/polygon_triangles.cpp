#include "engine/rig/polygon_triangles.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace mannequin {
namespace {

constexpr std::size_t kMostClipped = 256;  // corners
// Of the polygon's area: what rounding may leave of a triangle without any.
constexpr double kNoArea = 1e-9;

// Twice the area, along the normal.
Vec3 newell_normal(std::span<const Vec3> corners) {
  Vec3 sum(0.0);
  for (std::size_t c = 1; c + 1 < corners.size(); ++c)
    sum += glm::cross(corners[c] - corners[0], corners[c + 1] - corners[0]);
  return sum;
}

bool fan_folds(std::span<const Vec3> corners, const Vec3& normal) {
  const double least = -kNoArea * glm::dot(normal, normal);
  for (std::size_t c = 1; c + 1 < corners.size(); ++c)
    if (glm::dot(glm::cross(corners[c] - corners[0], corners[c + 1] - corners[0]), normal) < least)
      return true;
  return false;
}

// A polygon in its plane, counter-clockwise, of which ears are cut off.
class EarClipper {
 public:
  EarClipper(std::span<const Vec3> corners, const Vec3& normal) {
    int drop = 0;
    for (int axis = 1; axis < 3; ++axis)
      if (std::abs(normal[axis]) > std::abs(normal[drop])) drop = axis;
    int right = (drop + 1) % 3, up = (drop + 2) % 3;
    if (normal[drop] < 0.0) std::swap(right, up);
    for (const Vec3& corner : corners) {
      left_.push_back(static_cast<std::uint32_t>(left_.size()));
      places_.push_back({corner[right] - corners[0][right], corner[up] - corners[0][up]});
    }
    no_area_ = kNoArea * std::abs(normal[drop]);
    tests_ = 2 * corners.size() * corners.size();
  }

  // Nothing if there is no ear left, or none was found in time.
  std::optional<std::vector<PolygonTriangle>> cut() {
    std::vector<PolygonTriangle> out;
    std::size_t at = 1, missed = 0;
    while (left_.size() > 3) {
      at %= left_.size();
      // What lies straight between its neighbours is cut off only when nothing else is left.
      const bool flat_too = missed >= left_.size();
      if (missed >= 2 * left_.size() || tests_ == 0) return std::nullopt;
      if (!is_ear(at, flat_too)) {
        ++at;
        ++missed;
        continue;
      }
      out.push_back(triangle(at));
      left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(at));
      missed = 0;
    }
    if (twice_area(left_[0], left_[1], left_[2]) < -no_area_) return std::nullopt;
    out.push_back({left_[0], left_[1], left_[2]});
    return out;
  }

 private:
  PolygonTriangle triangle(std::size_t at) const {
    const std::size_t count = left_.size();
    return {left_[(at + count - 1) % count], left_[at], left_[(at + 1) % count]};
  }
  double twice_area(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    const Vec2 u = places_[b] - places_[a], v = places_[c] - places_[a];
    return u.x * v.y - u.y * v.x;
  }
  // A triangle of three corners in a row that no other corner is in.
  bool is_ear(std::size_t at, bool flat_too) {
    const auto [a, b, c] = triangle(at);
    const double area = twice_area(a, b, c);
    if (flat_too && std::abs(area) <= no_area_) return true;
    if (!(area > no_area_)) return false;
    for (const std::uint32_t other : left_) {
      if (places_[other] == places_[a] || places_[other] == places_[b] || places_[other] == places_[c])
        continue;
      if (tests_ == 0) return false;
      --tests_;
      if (twice_area(a, b, other) >= -no_area_ && twice_area(b, c, other) >= -no_area_ &&
          twice_area(c, a, other) >= -no_area_)
        return false;
    }
    return true;
  }

  std::vector<Vec2> places_;
  std::vector<std::uint32_t> left_;  // corners, in order
  double no_area_ = 0.0;
  std::size_t tests_ = 0;  // that may still be made
};

}  // namespace

std::vector<PolygonTriangle> cut_polygon(std::span<const Vec3> corners) {
  const Vec3 normal = newell_normal(corners);
  const double squared = glm::dot(normal, normal);
  if (corners.size() > 3 && corners.size() <= kMostClipped && squared > 0.0 && std::isfinite(squared) &&
      fan_folds(corners, normal))
    if (auto cut = EarClipper(corners, normal).cut()) return std::move(*cut);
  std::vector<PolygonTriangle> fan;
  for (std::uint32_t c = 1; c + 1 < corners.size(); ++c) fan.push_back({0, c, c + 1});
  return fan;
}

}  // namespace mannequin
