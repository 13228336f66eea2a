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
  double distance = 0.0;  // from the point that was asked for, metres
};

// Where a ray meets a triangle.
struct SurfaceCrossing {
  std::uint32_t triangle = 0;
  double at = 0.0;      // as a part of the ray's way
  bool leaves = false;  // through the triangle's back
};

// Refers to the surface, which must outlive it and stay as it is. Any number of threads may ask at once.
class SurfaceTree {
 public:
  // Of a surface of any size, also none.
  explicit SurfaceTree(const Surface& surface);
  ~SurfaceTree();
  SurfaceTree(SurfaceTree&&) noexcept;
  SurfaceTree& operator=(SurfaceTree&&) noexcept;

  // Whether the straight way between two points, without its first and last 1e-5, passes through the front of
  // a triangle that does not have `vertex` as a corner. Leaving through a back does not count.
  bool front_between(const Vec3& from, const Vec3& to, std::uint32_t vertex) const;

  // How often the ray passes out of the surface more than in; above 0 for points inside a closed surface.
  int crossings(const Vec3& from, const Vec3& direction) const;

  // Every triangle that the endless ray meets, by distance, from a thousandth of the way behind its start.
  // Triangles along whose plane it runs are left out.
  std::vector<SurfaceCrossing> along(const Vec3& from, const Vec3& way) const;

  // The nearest point of the surface; of equally near ones that of the first triangle. Nothing if there is no
  // triangle within `radius`.
  std::optional<SurfacePoint> nearest(const Vec3& point, double radius = 1e9) const;

  // Triangles that cut the edge a-b between its ends, without those that have a corner in the
  // place of either end; ascending.
  std::vector<std::uint32_t> cut_by(std::uint32_t a, std::uint32_t b) const;

 private:
  struct Scene;
  const Surface* surface_;
  std::unique_ptr<Scene> scene_;
};

// The point of a triangle that is nearest to `point`, as weights of its corners.
Vec3 nearest_in_triangle(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace mannequin
