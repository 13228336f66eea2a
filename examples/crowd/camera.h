// Where the viewer stands, and what is in view.
#pragma once

#include <array>

#include "engine/bounds/box.h"

namespace mannequin::example {

// World frame: x forward, y left, z up; metres and radians.
struct Camera {
  Vec3 position{0.0, 0.0, 1.7};
  Vec3 direction{1.0, 0.0, 0.0};  // unit; never straight up or down
  double height_angle = 0.87;     // between the top and the bottom edge of the picture
  double aspect = 16.0 / 9.0;
};

// The four sides and the near end of what a camera sees. Nothing is too far away.
class Frustum {
 public:
  explicit Frustum(const Camera& camera);

  // Whether any of a box may be inside: never false for a box that is, rarely true for one that is not.
  bool may_see(const Box& box) const;

 private:
  struct Plane {
    Vec3 inwards;
    double offset;  // inside: dot(inwards, p) >= offset
  };
  std::array<Plane, 5> planes_;
};

}  // namespace mannequin::example
