#include "engine/math/nearest_rotation.h"

#include <gtest/gtest.h>

#include <glm/gtc/matrix_transform.hpp>

namespace mannequin {
namespace nearest_rotation_test {

double apart(const Mat3& a, const Mat3& b) {
  return glm::length(a[0] - b[0]) + glm::length(a[1] - b[1]) + glm::length(a[2] - b[2]);
}

Mat3 turn(double angle, const Vec3& axis) { return Mat3(glm::rotate(Mat4(1.0), angle, axis)); }

Mat3 stretch(const Vec3& by) { return Mat3(by.x, 0, 0, 0, by.y, 0, 0, 0, by.z); }

TEST(NearestRotation, FindsItUnderAScaleAlongAnyAxes) {
  const Mat3 rotation = turn(1.1, glm::normalize(Vec3(1, 2, -1)));
  const Mat3 axes = turn(0.7, glm::normalize(Vec3(3, -1, 1)));
  for (const Vec3 by : {Vec3(1, 1, 1), Vec3(0.8, 1.2, 1.1), Vec3(100, 90, 120), Vec3(0.01, 0.02, 0.01)})
    EXPECT_LT(apart(nearest_rotation(rotation * axes * stretch(by) * glm::transpose(axes)), rotation), 1e-9)
        << by.x;
}

TEST(NearestRotation, KeepsAMirror) {
  const Mat3 mirrored = turn(0.4, Vec3(0, 0, 1)) * stretch({1, -1, 1});
  EXPECT_LT(apart(nearest_rotation(2.0 * mirrored), mirrored), 1e-12);
}

}  // namespace nearest_rotation_test
}  // namespace mannequin
