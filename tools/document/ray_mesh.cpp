#include "tools/document/ray_mesh.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mannequin::document {
namespace {

constexpr std::size_t kTrianglesPerBlock = 128;

}  // namespace

std::optional<Crossing> cross(const Ray& ray, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, p = glm::cross(ray.direction, ac);
  const double determinant = glm::dot(ab, p);
  if (std::abs(determinant) < 1e-16) return std::nullopt;
  const Vec3 from = ray.origin - a;
  const double u = glm::dot(from, p) / determinant;
  if (u < 0.0 || u > 1.0) return std::nullopt;
  const Vec3 q = glm::cross(from, ab);
  const double v = glm::dot(ray.direction, q) / determinant;
  if (v < 0.0 || u + v > 1.0) return std::nullopt;
  const double distance = glm::dot(ac, q) / determinant;
  if (distance < 0.0) return std::nullopt;
  return Crossing{distance, {1.0 - u - v, u, v}};
}

bool passes(const Ray& ray, const Vec3& center, double radius) {
  const Vec3 to = center - ray.origin;
  const double along = glm::dot(to, ray.direction);
  return glm::dot(to, to) - along * along <= radius * radius && along >= -radius;
}

RayMesh::RayMesh(std::vector<Vec3f> positions, std::span<const std::uint32_t> indices)
    : positions_(std::move(positions)), indices_(indices) {
  for (std::size_t first = 0; first < indices.size(); first += 3 * kTrianglesPerBlock) {
    Block block{.first = first, .count = std::min(3 * kTrianglesPerBlock, indices.size() - first)};
    Vec3f low = positions_[indices[first]], high = low;
    for (const std::uint32_t i : indices.subspan(block.first, block.count)) {
      low = glm::min(low, positions_[i]);
      high = glm::max(high, positions_[i]);
    }
    block.center = 0.5f * (low + high);
    block.radius = 0.5f * glm::length(high - low);
    blocks_.push_back(block);
  }
}

std::optional<double> RayMesh::nearest(const Ray& ray, double limit) const {
  std::optional<double> nearest;
  cross_all(ray, [&](const std::uint32_t*, const Crossing& crossing) {
    if (crossing.distance < kOnSurface || crossing.distance >= limit) return;
    limit = crossing.distance;
    nearest = limit;
  });
  return nearest;
}

}  // namespace mannequin::document
