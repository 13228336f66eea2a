// The triangles of a surface as it stands, for rays.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tools/document/camera.h"

namespace mannequin::document {

// A ray's hit on a triangle: the distance along the ray, and barycentric coordinates.
struct Crossing {
  double distance = 0.0;
  double share[3] = {};
};
std::optional<Crossing> cross(const Ray& ray, const Vec3& a, const Vec3& b, const Vec3& c);

// Whether a ray passes through a sphere in front of its origin.
bool passes(const Ray& ray, const Vec3& center, double radius);

// Metres. Nearer than rounding of positions, which are floats, could explain: the surface that a ray starts
// on.
inline constexpr double kOnSurface = 1e-5;

class RayMesh {
 public:
  // Three indices per triangle; they must outlive it.
  RayMesh(std::vector<Vec3f> positions, std::span<const std::uint32_t> indices);

  // Calls for every crossing, in no order: (the triangle's three corners, Crossing).
  template <typename Found>
  void cross_all(const Ray& ray, Found&& found) const {
    for (const Block& block : blocks_) {
      if (!passes(ray, Vec3(block.center), static_cast<double>(block.radius))) continue;
      for (std::size_t i = block.first; i < block.first + block.count; i += 3) {
        const std::uint32_t* corners = &indices_[i];
        const auto at = [&](int corner) { return Vec3(positions_[corners[corner]]); };
        if (const auto crossing = cross(ray, at(0), at(1), at(2))) found(corners, *crossing);
      }
    }
  }

  // How far from the origin the ray meets it first, if nearer than `limit`; a surface that the origin lies on
  // does not count.
  std::optional<double> nearest(const Ray& ray, double limit) const;

 private:
  struct Block {
    std::size_t first = 0, count = 0;  // of its indices
    Vec3f center{0.0f};
    float radius = 0.0f;
  };
  std::vector<Vec3f> positions_;
  std::span<const std::uint32_t> indices_;
  std::vector<Block> blocks_;  // bounding spheres of consecutive triangles
};

}  // namespace mannequin::document
