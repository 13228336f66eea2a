// A surface that a body should match, for fit_shape.
#pragma once

#include <memory>
#include <vector>

#include "engine/bind/surface.h"
#include "engine/fit/shape_fit.h"
#include "engine/wear/bound_mesh.h"

namespace mannequin::program {

// The distance between two surfaces: from the vertices of each to the other's nearest point, metres.
struct SurfaceApart {
  double mean = 0.0, largest = 0.0;
};

// Refers to the body's meshes and to the character, which must outlive it.
class BodySurface {
 public:
  BodySurface(const Appearance& appearance, std::span<const BoundMesh> body, Surface target);
  ~BodySurface();

  // Whether the target has the body's own vertices: then each matches its own place instead of the nearest.
  bool same_vertices() const;
  // Aligns the centre of the body's box with the target's.
  Vec3 first_move(const AvatarState& state) const;
  // References this object. One thread at a time.
  ShapeFitGoal goal();
  SurfaceApart apart(const AvatarState& state, const Vec3& moved) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace mannequin::program
