// Rays against a surface, and the nearest point on it.
#pragma once

#include <memory>
#include <optional>

#include "engine/bind/surface.h"

namespace mannequin {

// A place on a surface.
struct SurfacePoint {
  std::uint32_t triangle = 0;
  Vec3 barycentric{0.0};  // of the triangle's corners; sum 1
  Vec3 position{0.0};
  double distance = 0.0;  // from the query point, metres
};

// A hit of a ray on a triangle.
struct SurfaceCrossing {
  std::uint32_t triangle = 0;
  double at = 0.0;      // as a fraction of the ray
  bool leaves = false;  // it passes through the triangle's back
};

// Refers to the surface, which must outlive it and stay unchanged. Any number of threads may query at once.
class SurfaceTree {
 public:
  // The surface may be of any size, even empty.
  explicit SurfaceTree(const Surface& surface);
  ~SurfaceTree();
  SurfaceTree(SurfaceTree&&) noexcept;
  SurfaceTree& operator=(SurfaceTree&&) noexcept;

  // Whether the segment between two points, without its first and last 1e-5, passes through the front of a
  // triangle that does not have `vertex` as a corner. Back faces do not count.
  bool front_between(const Vec3& from, const Vec3& to, std::uint32_t vertex) const;

  // Whether a triangle, front or back, lies on the ray between two distances in units of its direction.
  bool meets(const Vec3& from, const Vec3& direction, double nearest, double farthest) const;

  // How many times more the ray exits the surface than enters it; above 0 for points inside a closed surface.
  int crossings(const Vec3& from, const Vec3& direction) const;

  // All hits of the infinite ray, by distance, from a thousandth of its length before the start. Skips
  // triangles parallel to it.
  std::vector<SurfaceCrossing> along(const Vec3& from, const Vec3& way) const;

  // The nearest point of the surface; of equally near ones that of the first triangle. Nothing if no triangle
  // is within `radius`.
  std::optional<SurfacePoint> nearest(const Vec3& point, double radius = 1e9) const;

  // Triangles that cut the edge a-b between its ends,
  // except those with a corner at either end; ascending.
  std::vector<std::uint32_t> cut_by(std::uint32_t a, std::uint32_t b) const;

 private:
  struct Scene;
  const Surface* surface_;
  std::unique_ptr<Scene> scene_;
};

}  // namespace mannequin
