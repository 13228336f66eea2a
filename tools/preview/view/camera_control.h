// The camera of the view, and how it gets from place to place.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tools/document/camera.h"
#include "tools/document/dressed_avatar.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/view/view_settings.h"

namespace mannequin::preview {

class CameraControl {
 public:
  // Both must live as long.
  CameraControl(const DressedAvatar& avatar, const ViewSettings& settings)
      : avatar_(avatar), settings_(settings) {}

  Camera& camera() { return camera_; }
  const Camera& camera() const { return camera_; }
  void look(std::string_view view, bool at_once = false);
  void place(const Camera& camera);  // at once, as a document wants it
  // At the start, at once: onto the named view; without a name as a document wanted it, else three-quarter.
  void begin(std::string_view view);
  void fit();
  void fit_all_round();  // so that nothing leaves the picture on a way around the avatar; at once
  void fit_points(std::span<const Vec3> points, double nearest = 0.0);  // world; metres
  void focus(const Vec3& point);
  // Close to it, from the side on which it is, so that the body is not in between.
  void approach(const Vec3& point);
  void turn_view(double yaw_by, double pitch_by);  // radians, in a flight
  void look_at_section(const std::string& section);
  bool flying() const { return flight_.active(); }
  void stop_flight() { flight_.stop(); }
  // Of the view: width by height. What filled it goes on filling it, unless somebody has moved the camera.
  void set_aspect(double aspect);
  // Something else is worn: frames it anew, unless the camera was moved by hand since it last framed all.
  void refit();
  void step(double seconds);  // since the last time

 private:
  void fly(const Camera& to, bool at_once = false);

  const DressedAvatar& avatar_;
  const ViewSettings& settings_;
  Camera camera_;
  CameraFlight flight_;
  bool placed_ = false;  // a document has placed it
  double aspect_ = 1.0;
  std::optional<Camera> framing_;  // where the camera was last sent to have all of the avatar in the view
};

}  // namespace mannequin::preview
