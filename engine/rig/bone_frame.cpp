#include "engine/rig/bone_frame.h"

#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace mannequin {
namespace {

// Below this distance from the Y axis the shortest rotation to a direction near -Y is undefined in float32.
constexpr double kNearMinusY = 2.5e-4;

// Cross products shorter than this have no direction.
constexpr double kParallel = 1e-12;

// How far to rotate the frame without roll to align its
// Z with `z`, which is perpendicular to `direction`.
double roll_to_z(const Vec3& direction, const Vec3& z) {
  const Vec3 local = glm::transpose(roll_zero_frame(direction)) * z;
  return std::atan2(local.x, local.z);
}

}  // namespace

Mat3 roll_zero_frame(const Vec3& direction) {
  const auto [x, y, z] = std::array{direction.x, direction.y, direction.z};
  const double beside = x * x + z * z;
  if (beside == 0.0 && y >= 0.0) return Mat3(1.0);
  if (y < 0.0 && beside <= kNearMinusY * kNearMinusY)
    return Mat3(Vec3(-1, 0, 0), Vec3(0, -1, 0), Vec3(0, 0, 1));
  // 1 + y, which loses precision near -Y: there computed via 1 - y².
  const double t = y < 0.0 ? beside / (1.0 - y) : 1.0 + y;
  return Mat3(Vec3(1.0 - x * x / t, -x, -x * z / t), direction, Vec3(-x * z / t, -z, 1.0 - z * z / t));
}

Mat3 bone_frame(const Vec3& direction, double roll) {
  const Mat3 frame = roll_zero_frame(direction);
  if (roll == 0.0 || glm::length(direction) == 0.0) return frame;
  return Mat3(glm::rotate(Mat4(1.0), roll, direction)) * frame;
}

double roll_with_z_near(const Vec3& direction, const Vec3& wanted) {
  const Vec3 x = glm::cross(direction, wanted);
  const double length = glm::length(x);
  return length < kParallel ? 0.0 : roll_to_z(direction, glm::cross(x / length, direction));
}

double roll_with_x_near(const Vec3& direction, const Vec3& wanted) {
  const Vec3 z = glm::cross(wanted, direction);
  const double length = glm::length(z);
  return length < kParallel ? 0.0 : roll_to_z(direction, z / length);
}

}  // namespace mannequin
