#include "engine/mesh/bind_orientation.h"

#include <cmath>

namespace mannequin {

BindOrientation bind_orientation(const Mat4& bind_shape) {
  // The viewer normalises the rows of its row-vector matrix: the columns of ours.
  Mat3 turn(bind_shape);
  for (int axis = 0; axis < 3; ++axis) {
    const double length = glm::length(turn[axis]);
    if (!(length > 0.0)) return {};
    turn[axis] /= length;
  }
  BindOrientation orientation;
  orientation.rotation = glm::conjugate(glm::quat_cast(turn));
  constexpr double kTolerance = 0.01;
  const Quat& q = orientation.rotation;
  orientation.warning = std::abs(q.x) > kTolerance || std::abs(q.y) > kTolerance ||
                        std::abs(q.z) > kTolerance || std::abs(q.w - 1.0) > kTolerance;
  return orientation;
}

}  // namespace mannequin
