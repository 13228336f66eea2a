#include "tools/preview/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace mannequin::preview {
namespace {

constexpr double kPole = glm::half_pi<double>() - 0.0175;  // 1 degree short of it
constexpr double kNearest = 0.05, kFarthest = 60.0;

}  // namespace

Vec3 Camera::forward() const {
  return -Vec3(std::cos(pitch) * std::cos(yaw), std::cos(pitch) * std::sin(yaw), std::sin(pitch));
}
Vec3 Camera::right() const { return Vec3(-std::sin(yaw), std::cos(yaw), 0.0); }
Vec3 Camera::up() const { return glm::cross(right(), forward()); }

Mat4 Camera::view_from_world() const { return glm::lookAt(position(), target, Vec3(0.0, 0.0, 1.0)); }

Mat4 Camera::clip_from_world(double aspect) const {
  // The near plane follows the distance, so that depth keeps its precision from a face to a whole street.
  const double near = std::max(0.01, distance * 0.02), far = distance + 40.0;
  if (!orthographic) return glm::perspective(kFieldOfView, aspect, near, far) * view_from_world();
  const double half = distance * std::tan(0.5 * kFieldOfView);
  return glm::ortho(-half * aspect, half * aspect, -half, half, -20.0, far) * view_from_world();
}

double Camera::metres_per_pixel(double view_height) const {
  return 2.0 * distance * std::tan(0.5 * kFieldOfView) / std::max(view_height, 1.0);
}

void Camera::turn(double yaw_by, double pitch_by) {
  yaw = std::remainder(yaw + yaw_by, glm::two_pi<double>());
  pitch = std::clamp(pitch + pitch_by, -kPole, kPole);
}

void Camera::pan(double right_by, double up_by) { target += right_by * right() + up_by * up(); }

void Camera::zoom(double factor) { distance = std::clamp(distance * factor, kNearest, kFarthest); }

std::optional<Camera> named_view(std::string_view name, const Bounds& bounds, const Vec3& head,
                                 double aspect) {
  Camera camera;
  camera.target = bounds.center();
  if (name == "front") {
    camera.yaw = 0.0;
  } else if (name == "side") {
    camera.yaw = glm::half_pi<double>();
  } else if (name == "back") {
    camera.yaw = glm::pi<double>();
  } else if (name == "three-quarter") {
    camera.yaw = glm::radians(32.0);
    camera.pitch = glm::radians(9.0);
  } else if (name == "top") {
    camera.pitch = kPole;
  } else if (name == "face") {
    camera.yaw = glm::radians(18.0);
    camera.pitch = glm::radians(2.0);
    camera.target = head + Vec3(0.0, 0.0, 0.07);
    camera.distance = 0.75;
    return camera;
  } else {
    return std::nullopt;
  }
  // Far enough for every corner of the box, with a margin.
  const double slope_y = std::tan(0.5 * Camera::kFieldOfView), slope_x = slope_y * aspect;
  double distance = kNearest;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 p = Vec3(corner & 1 ? bounds.high.x : bounds.low.x, corner & 2 ? bounds.high.y : bounds.low.y,
                        corner & 4 ? bounds.high.z : bounds.low.z) -
                   camera.target;
    const double nearer = -glm::dot(p, camera.forward());
    distance = std::max({distance, nearer + std::abs(glm::dot(p, camera.right())) / slope_x,
                         nearer + std::abs(glm::dot(p, camera.up())) / slope_y});
  }
  camera.distance = std::clamp(1.08 * distance, kNearest, kFarthest);
  return camera;
}

Camera CameraFlight::step(double seconds) {
  time_ = std::min(time_ + seconds, kSeconds);
  const double x = time_ / kSeconds, t = x * x * (3.0 - 2.0 * x);
  Camera at = to_;
  at.target = glm::mix(from_.target, to_.target, t);
  at.distance = from_.distance * std::pow(to_.distance / from_.distance, t);
  at.yaw = from_.yaw + t * std::remainder(to_.yaw - from_.yaw, glm::two_pi<double>());
  at.pitch = glm::mix(from_.pitch, to_.pitch, t);
  return at;
}

}  // namespace mannequin::preview
