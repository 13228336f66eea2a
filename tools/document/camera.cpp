#include "tools/document/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <vector>

namespace mannequin::document {
namespace {

constexpr double kPole = glm::half_pi<double>() - 0.0175;  // 1 degree short of vertical
constexpr double kNearest = 0.02, kFarthest = 60.0;
// How far an orthographic picture extends from the eye towards the viewer.
constexpr double kOrthographicReach = 20.0;
// Metres from the origin. Vertices of damaged meshes are farther off, or nowhere.
constexpr double kFarOff = 1e5;

constexpr double kMargin = 1.1;      // of the picture, around its content
constexpr double kInPicture = 0.97;  // of half the picture: what touches its edge seems cut

bool somewhere(const Vec3& p) {
  return std::abs(p.x) < kFarOff && std::abs(p.y) < kFarOff && std::abs(p.z) < kFarOff;
}

}  // namespace

Vec3 Camera::forward() const {
  return -Vec3(std::cos(pitch) * std::cos(yaw), std::cos(pitch) * std::sin(yaw), std::sin(pitch));
}
Vec3 Camera::right() const { return Vec3(-std::sin(yaw), std::cos(yaw), 0.0); }
Vec3 Camera::up() const { return glm::cross(right(), forward()); }

Mat4 Camera::view_from_world() const { return glm::lookAt(position(), target, Vec3(0.0, 0.0, 1.0)); }

Mat4 Camera::clip_from_world(double aspect) const {
  const double far = distance + 40.0;
  if (!orthographic) return glm::perspective(kFieldOfView, aspect, near_plane(), far) * view_from_world();
  const double half = distance * std::tan(0.5 * kFieldOfView);
  return glm::ortho(-half * aspect, half * aspect, -half, half, -kOrthographicReach, far) * view_from_world();
}

// Scales with the distance, so that depth stays precise from a face to a whole street.
double Camera::near_plane() const { return std::max(0.01, distance * 0.02); }

double Camera::metres_per_pixel(double view_height) const {
  return 2.0 * distance * std::tan(0.5 * kFieldOfView) / std::max(view_height, 1.0);
}

void Camera::turn(double yaw_by, double pitch_by) {
  yaw = std::remainder(yaw + yaw_by, glm::two_pi<double>());
  pitch = std::clamp(pitch + pitch_by, -kPole, kPole);
}

void Camera::pan(double right_by, double up_by) { target += right_by * right() + up_by * up(); }

void Camera::zoom(double factor) { distance = std::clamp(distance * factor, kNearest, kFarthest); }

Camera Camera::within_limits() const {
  const Camera usual;
  Camera camera = *this;
  if (!somewhere(target)) camera.target = usual.target;
  if (!std::isfinite(distance + yaw + pitch)) {
    camera.distance = usual.distance;
    camera.yaw = usual.yaw;
    camera.pitch = usual.pitch;
    return camera;
  }
  camera.pitch = std::clamp(pitch, -kPole, kPole);
  camera.distance = std::clamp(distance, kNearest, kFarthest);
  return camera;
}

void Camera::turn_about(const Vec3& point, double yaw_by, double pitch_by) {
  const Vec3 to = target - point;
  const Vec3 seen(glm::dot(to, right()), glm::dot(to, up()), glm::dot(to, forward()));
  turn(yaw_by, pitch_by);
  target = point + seen.x * right() + seen.y * up() + seen.z * forward();
}

void Camera::zoom_about(const Vec3& point, double factor) {
  const double before = distance;
  zoom(factor);
  target = point + distance / before * (target - point);
}

Ray ray_through(const Camera& camera, double aspect, double x, double y) {
  const double slope = std::tan(0.5 * Camera::kFieldOfView);
  const Vec3 aside = x * slope * aspect * camera.right() + y * slope * camera.up();
  if (camera.orthographic)
    return {camera.position() + camera.distance * aside - kOrthographicReach * camera.forward(),
            camera.forward()};
  const Vec3 direction = camera.forward() + aside;
  return {camera.position() + camera.near_plane() * direction, glm::normalize(direction)};
}

Camera framed(Camera camera, std::span<const Vec3> all, double aspect) {
  const double slope_y = std::tan(0.5 * Camera::kFieldOfView), slope_x = slope_y * aspect;
  std::vector<Vec3> points;
  for (const Vec3& p : all)
    if (somewhere(p)) points.push_back(p);
  if (points.empty()) return camera.within_limits();
  Vec3 low = points.front(), high = low;
  for (const Vec3& p : points) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  camera.target = 0.5 * (low + high);
  // Perspective enlarges what is near, so the centre of the picture is not the centre of the box: iterates
  // moving the target there and the eye as close as the points allow.
  for (int round = 0; round < 4; ++round) {
    glm::dvec2 least(1e9), most(-1e9);
    double distance = kNearest;
    for (const Vec3& point : points) {
      const Vec3 p = point - camera.target;
      const double nearer = camera.orthographic ? 0.0 : -glm::dot(p, camera.forward());
      const glm::dvec2 at(glm::dot(p, camera.right()), glm::dot(p, camera.up()));
      distance = std::max({distance, nearer + std::abs(at.x) / slope_x, nearer + std::abs(at.y) / slope_y});
      const double depth = std::max(camera.distance - nearer, kNearest);
      least = glm::min(least, at / depth);
      most = glm::max(most, at / depth);
    }
    camera.distance = std::clamp(kMargin * distance, kNearest, kFarthest);
    if (round == 0) continue;  // the first distance was arbitrary
    const glm::dvec2 middle = 0.5 * (least + most) * camera.distance;
    camera.pan(middle.x, middle.y);
  }
  return camera;
}

bool shows_all(const Camera& camera, std::span<const Vec3> points, double aspect) {
  const double slope_y = std::tan(0.5 * Camera::kFieldOfView), slope_x = slope_y * aspect;
  const Vec3 eye = camera.position(), forward = camera.forward(), right = camera.right(), up = camera.up();
  return std::ranges::all_of(points, [&](const Vec3& point) {
    const Vec3 p = point - eye;
    const double depth = camera.orthographic ? camera.distance : glm::dot(p, forward);
    return depth > 0.0 && std::abs(glm::dot(p, right)) <= kInPicture * slope_x * depth &&
           std::abs(glm::dot(p, up)) <= kInPicture * slope_y * depth;
  });
}

std::optional<Camera> named_view(std::string_view name, std::span<const Vec3> points, const Vec3& head,
                                 double aspect) {
  Camera camera;
  if (name == "front") {
    camera.yaw = 0.0;
  } else if (name == "side") {
    camera.yaw = glm::half_pi<double>();
  } else if (name == "other side") {
    camera.yaw = -glm::half_pi<double>();
  } else if (name == "back") {
    camera.yaw = glm::pi<double>();
  } else if (name == "three-quarter") {
    camera.yaw = glm::radians(32.0);
    camera.pitch = glm::radians(9.0);
  } else if (name == "top") {
    camera.pitch = kPole;
  } else if (name == "from below") {
    camera.pitch = -kPole;
  } else if (name == "face") {
    camera.yaw = glm::radians(24.0);
    camera.pitch = glm::radians(3.0);
    camera.target = head + Vec3(0.0, 0.0, 0.055);
    camera.distance = 0.62;
    return camera;
  } else {
    return std::nullopt;
  }
  return framed(camera, points, aspect);
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

}  // namespace mannequin::document
