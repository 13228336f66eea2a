// The camera: orbits a point, perspective or orthographic.
// World: metres, the floor at z = 0, the avatar at x = y = 0.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/math/types.h"

namespace mannequin::document {

struct Bounds {
  Vec3 low{0.0}, high{0.0};
  Vec3 center() const { return 0.5 * (low + high); }
  double radius() const { return 0.5 * glm::length(high - low); }
};

struct Camera {
  Vec3 target{0.0, 0.0, 1.0};
  double distance = 3.5;
  double yaw = 0.0;    // radians; 0: in front of the avatar (on +X), turning towards its left
  double pitch = 0.0;  // radians; above the horizon
  bool orthographic = false;

  bool operator==(const Camera&) const = default;

  static constexpr double kFieldOfView = 0.6109;  // 35 degrees, vertical: figures look as in a photograph

  Vec3 forward() const;  // unit
  Vec3 right() const;
  Vec3 up() const;
  Vec3 position() const { return target - distance * forward(); }
  Mat4 view_from_world() const;
  Mat4 clip_from_world(double aspect) const;
  double near_plane() const;  // metres from the eye, in perspective; anything nearer is clipped

  // Metres at the target per pixel of a view of this height.
  double metres_per_pixel(double view_height) const;

  void turn(double yaw_by, double pitch_by);  // stops short of the poles
  void pan(double right_by, double up_by);    // metres
  void zoom(double factor);                   // of the distance
  // The same about a point of the world, which stays in place on screen.
  void turn_about(const Vec3& point, double yaw_by, double pitch_by);
  void zoom_about(const Vec3& point, double factor);
  // Neither upside down nor too near or far, and somewhere, wherever its numbers come from.
  Camera within_limits() const;
};

struct Ray {
  Vec3 origin{0.0}, direction{1.0, 0.0, 0.0};  // world; direction unit
};

// Through a point of the picture, -1 to 1 from left to
// right and from bottom to top; starts at the near plane.
Ray ray_through(const Camera& camera, double aspect, double x, double y);

// Moves the camera without rotating it so that `points` (world, at least one) just fill the picture, but for
// those that are not finite or 100 km away.
Camera framed(Camera camera, std::span<const Vec3> points, double aspect);

// Whether all points (world) are within the picture and none touches its edge.
bool shows_all(const Camera& camera, std::span<const Vec3> points, double aspect);

// The named view onto an avatar of these points with its head joint at `head`; none for an unknown name.
std::optional<Camera> named_view(std::string_view name, std::span<const Vec3> points, const Vec3& head,
                                 double aspect);

// Animates between two cameras in 0.4 s.
class CameraFlight {
 public:
  void start(const Camera& from, const Camera& to) { from_ = from, to_ = to, time_ = 0.0; }
  void stop() { time_ = kSeconds; }
  bool active() const { return time_ < kSeconds; }
  const Camera& to() const { return to_; }
  Camera step(double seconds);

 private:
  static constexpr double kSeconds = 0.4;
  Camera from_, to_;
  double time_ = kSeconds;
};

}  // namespace mannequin::document
