#include "engine/bind/rounded_view.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/math/types.h"

namespace mannequin {
namespace {

constexpr float kLeftOut = 1e-5f;        // of the way, at both ends
constexpr float kLeastCosine = 1e-5f;    // of the front
constexpr float kLeastSquared = 1e-35f;  // of a length

Vec3f nearest_on_segment(const Vec3f& point, const Vec3f& head, const Vec3f& tail) {
  const Vec3f way = tail - head;
  const float squared = glm::dot(way, way),
              at = squared > 0.0f ? glm::dot(way, point - head) / squared : 0.0f;
  return at <= 0.0f ? head : at >= 1.0f ? tail : head + way * at;
}

Vec3f rounded_unit(const Vec3f& v) {
  const float squared = glm::dot(v, v);
  return squared > kLeastSquared ? v * (1.0f / std::sqrt(squared)) : Vec3f(0.0f);
}

int longest_axis(const Vec3f& v) {
  const Vec3f size = glm::abs(v);
  if (size.x > size.y) return size.x > size.z ? 0 : 2;
  return size.y > size.z ? 1 : 2;
}

// A ray, sheared so that it runs along one axis.
class ShearedRay {
 public:
  ShearedRay(const Vec3f& from, const Vec3f& direction) : from_(from), z_(longest_axis(direction)) {
    x_ = (z_ + 1) % 3;
    y_ = (z_ + 2) % 3;
    if (direction[z_] < 0.0f) std::swap(x_, y_);
    scale_ = 1.0f / direction[z_];
    shear_x_ = direction[x_] * scale_;
    shear_y_ = direction[y_] * scale_;
  }

  // How far away it meets the triangle; infinity if it does not.
  float meets(const Vec3f& corner_a, const Vec3f& corner_b, const Vec3f& corner_c) const {
    constexpr float kNever = std::numeric_limits<float>::infinity();
    const Vec3f a = sheared(corner_a), b = sheared(corner_b), c = sheared(corner_c);
    const float u = c.x * b.y - c.y * b.x, v = a.x * c.y - a.y * c.x, w = b.x * a.y - b.y * a.x;
    if (std::min({u, v, w}) < 0.0f && std::max({u, v, w}) > 0.0f) return kNever;
    const float sum = u + v + w;
    if (sum == 0.0f || !std::isfinite(sum)) return kNever;
    const float at = (u * a.z + v * b.z + w * c.z) * scale_;
    if ((std::signbit(sum) ? -at : at) < 0.0f) return kNever;
    return at * (1.0f / sum);
  }

 private:
  Vec3f sheared(const Vec3f& corner) const {
    const Vec3f p = corner - from_;
    return {p[x_] - shear_x_ * p[z_], p[y_] - shear_y_ * p[z_], p[z_]};
  }

  Vec3f from_;
  int z_, x_, y_;
  float scale_, shear_x_, shear_y_;
};

}  // namespace

bool is_hidden_by_own(const Surface& surface, std::span<const std::uint32_t> triangles, std::uint32_t vertex,
                      const BindBone& bone) {
  const Vec3f point(surface.positions[vertex]);
  const Vec3f whole = nearest_on_segment(point, Vec3f(bone.head), Vec3f(bone.tail)) - point;
  const Vec3f from = point + whole * kLeftOut, way = whole * (1.0f - 2.0f * kLeftOut);
  const float squared = glm::dot(way, way);
  if (!(squared > kLeastSquared)) return false;
  const float length = std::sqrt(squared);
  const Vec3f direction = way * (1.0f / length);
  const ShearedRay ray(from, direction);
  return std::ranges::any_of(triangles, [&](std::uint32_t t) {
    const Surface::Triangle& corners = surface.triangles[t];
    const Vec3f a(surface.positions[corners[0]]), b(surface.positions[corners[1]]),
        c(surface.positions[corners[2]]);
    return ray.meets(a, b, c) < length &&
           glm::dot(rounded_unit(glm::cross(a - b, b - c)), direction) < -kLeastCosine;
  });
}

}  // namespace mannequin
