#include "examples/crowd/camera.h"

#include <algorithm>
#include <cmath>

namespace mannequin::example {

Frustum::Frustum(const Camera& camera) {
  const Vec3 left = glm::normalize(glm::cross(Vec3(0.0, 0.0, 1.0), camera.direction));
  const Vec3 up = glm::cross(camera.direction, left);
  const double half = camera.height_angle / 2.0;
  const double half_width = std::atan(std::tan(half) * camera.aspect);
  const auto side = [&](const Vec3& out, double angle) {
    const Vec3 inwards = camera.direction * std::sin(angle) - out * std::cos(angle);
    return Plane{inwards, glm::dot(inwards, camera.position)};
  };
  planes_ = {Plane{camera.direction, glm::dot(camera.direction, camera.position)}, side(left, half_width),
             side(-left, half_width), side(up, half), side(-up, half)};
}

bool Frustum::may_see(const Box& box) const {
  return !box.empty() && std::ranges::all_of(planes_, [&](const Plane& plane) {
    const Vec3 furthest(plane.inwards.x < 0.0 ? box.min.x : box.max.x,
                        plane.inwards.y < 0.0 ? box.min.y : box.max.y,
                        plane.inwards.z < 0.0 ? box.min.z : box.max.z);
    return glm::dot(plane.inwards, furthest) >= plane.offset;
  });
}

}  // namespace mannequin::example
