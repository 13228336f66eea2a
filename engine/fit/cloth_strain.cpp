#include "engine/fit/cloth_strain.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace mannequin {
namespace {

constexpr double kStrainShare = 0.99;

double at_share(std::vector<double>& values, double share) {
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace

ClothGauge::ClothGauge(std::span<const Vec3> positions, std::span<const Surface::Triangle> triangles) {
  for (const Surface::Triangle& t : triangles) {
    const Vec3 u = positions[t[1]] - positions[t[0]], v = positions[t[2]] - positions[t[0]];
    const double length = glm::length(u);
    if (!(length > 0.0)) continue;
    // u runs along the first axis: u = (a, 0), v = (b, c).
    const double b = glm::dot(u, v) / length, c = glm::length(glm::cross(u, v)) / length;
    if (!(c > 1e-9)) continue;
    pieces_.push_back({t, {1.0 / length, -b / (length * c), 1.0 / c}});
  }
}

ClothStrain ClothGauge::measure(std::span<const Vec3f> positions) {
  stretch_.clear(), squeeze_.clear(), shear_.clear();
  for (const Piece& piece : pieces_) {
    const Vec3 origin(positions[piece.triangle[0]]);
    const Vec3 u = Vec3(positions[piece.triangle[1]]) - origin,
               v = Vec3(positions[piece.triangle[2]]) - origin;
    // The images of the flat axes; the singular values follow from their lengths and angle.
    const Vec3 x = piece.edges[0] * u, y = piece.edges[1] * u + piece.edges[2] * v;
    const double xx = glm::dot(x, x), yy = glm::dot(y, y), xy = glm::dot(x, y);
    const double mean = 0.5 * (xx + yy), across = 0.5 * (xx - yy);
    const double half = std::sqrt(across * across + xy * xy);
    // Squares, which have the same order: only the chosen ones need a root.
    stretch_.push_back(mean + half);
    squeeze_.push_back(std::max(mean - half, 0.0));
    // The sine of the largest change of a right angle.
    shear_.push_back(mean > 0.0 ? std::min(half / mean, 1.0) : 0.0);
  }
  if (pieces_.empty()) return {};
  return {std::sqrt(at_share(stretch_, kStrainShare)), std::sqrt(at_share(squeeze_, 1.0 - kStrainShare)),
          std::asin(at_share(shear_, kStrainShare)) * 180.0 / std::numbers::pi};
}

}  // namespace mannequin
