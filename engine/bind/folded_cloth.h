// Cloth that is folded over, as at collars, hems and linings.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/bind/surface.h"
#include "engine/bind/surface_tree.h"

namespace mannequin {

// Refers to the cloth, which must outlive it and stay unchanged. Any number of threads may ask at once.
class FoldedCloth {
 public:
  // `skin`: of each vertex, the normal of the skin below it; 0 where there is none. `hangs`: whether it hangs
  // free of it.
  FoldedCloth(const Surface& cloth, std::vector<Vec3> skin, std::vector<char> hangs);
  FoldedCloth(const FoldedCloth&) = delete;
  FoldedCloth& operator=(const FoldedCloth&) = delete;

  // Whether a vertex is of the outer side, which faces as the skin does by `least_cosine`, with a lining
  // close behind. On an edge, faces that lead over it do not count.
  bool outer(std::uint32_t vertex, double least_cosine) const;

  // The place of the outer side straight before a vertex of a lining; nothing if no cloth over the same skin
  // is close there.
  std::optional<SurfacePoint> before(std::uint32_t vertex) const;

 private:
  // Of the faces around a vertex that are of the outer side; 0 without any.
  Vec3 outer_normal(std::uint32_t vertex) const;
  // Whether the skin below a vertex and below a place of a triangle with these corners faces alike, or is so
  // far off that the nearest place of it tells nothing: that jumps from leg to leg.
  bool over_same_skin(std::uint32_t vertex, const Surface::Triangle& corners,
                      const SurfacePoint& place) const;

  const Surface& cloth_;
  std::vector<Vec3> skin_, faces_;  // normals; of vertices, and of triangles
  std::vector<char> hangs_;
  std::vector<std::vector<std::uint32_t>> triangles_;  // of each vertex
  Surface back_;                                       // the cloth's faces towards the skin
  std::vector<Vec3> back_faces_;                       // their normals
  SurfaceTree tree_, back_tree_;
};

}  // namespace mannequin
