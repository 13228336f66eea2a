// The camera of the view, and its moves.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/document/camera.h"
#include "tools/document/dressed_avatar.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/view/view_settings.h"

namespace mannequin::preview {

class CameraControl {
 public:
  // `beside`: the avatar that is drawn by the same camera, so that both are framed; null: none. All must
  // outlive it.
  CameraControl(const DressedAvatar& avatar, const ViewSettings& settings,
                std::function<const DressedAvatar*()> beside)
      : avatar_(avatar), settings_(settings), beside_(std::move(beside)) {}

  Camera& camera() { return camera_; }
  const Camera& camera() const { return camera_; }
  void look(std::string_view view, bool at_once = false);
  void place(const Camera& camera);  // at once, as a document requests
  // At the start, at once: to the named view; without a name to the document's, else three-quarter.
  void begin(std::string_view view);
  void fit();
  void fit_all_round();  // so that nothing leaves the picture when orbiting; at once
  void fit_points(std::span<const Vec3> points, double nearest = 0.0);  // world; metres
  void focus(const Vec3& point);
  // Moves close to it, on its side of the body, so that the body is not in between.
  void approach(const Vec3& point, const std::optional<Vec3>& beside = std::nullopt);
  // Looks at it from this side (unit, towards the eye), so many metres away; farther, where the same place of
  // the avatar beside is to be seen, too.
  void approach(const Vec3& point, const Vec3& from, double distance,
                const std::optional<Vec3>& beside = std::nullopt);
  // Looks from this side, so that these points (world) fill the picture.
  void approach(std::span<const Vec3> points, const Vec3& from);
  double close_up() const;                         // how far away the eye is when it moves close to something
  void turn_view(double yaw_by, double pitch_by);  // radians, in a flight
  void look_at_section(const std::string& section);
  bool flying() const { return flight_.active(); }
  void stop_flight() {
    flight_.stop();
    ++sent_;
  }
  // Grows with each wish where the camera shall be, which one that was made earlier must not override.
  std::uint64_t sent() const { return sent_; }
  // The view's width by height. If everything fitted, it still does, unless the user moved the camera.
  // `below`: the share of its height, at the bottom, that is covered: what is framed stands above it.
  void set_picture(double aspect, double below = 0.0);
  // Where the avatar would be, were it framed with nothing covered: points in shares of the picture's width
  // and height, from its upper left corner. Empty: the user moved the camera since the last framing.
  std::vector<glm::dvec2> uncovered_outline() const;
  // What is worn changed: frames it again, unless the user moved the camera since the last framing.
  void refit();
  // The avatar changed: moves away if it no longer fits into the picture, and back to where it was once it
  // fits again; unless the user moved the camera meanwhile.
  void follow_size();
  // At once, as far away as these points want, if it frames the avatar; for a row of pictures, after which it
  // is put back.
  void make_room_for(std::span<const Vec3> points);
  void step(double seconds);  // since the last time

 private:
  void fly(const Camera& to, bool at_once = false);
  void send(const Camera& to, bool at_once = false) {
    fly(to, at_once);
    ++sent_;
  }
  // The part of the picture that is not covered, as a picture of its own; and back.
  double free_aspect() const { return aspect_ / (1.0 - below_); }
  Camera with_covered(Camera free) const;
  Camera without_covered(Camera whole) const;
  Camera framed(const Camera& from, std::span<const Vec3> points) const;
  std::vector<Vec3> outline() const;  // of all avatars that are drawn, world
  bool frames() const;                // where it was sent to, not moved since
  const Camera& sent_to() const { return further_ ? *further_ : *framing_; }

  const DressedAvatar& avatar_;
  const ViewSettings& settings_;
  std::function<const DressedAvatar*()> beside_;
  Camera camera_;
  CameraFlight flight_;
  std::uint64_t sent_ = 0;
  bool placed_ = false;  // a document has placed it
  double aspect_ = 1.0, below_ = 0.0;
  std::optional<Camera> framing_;  // where the camera was last sent to frame the whole avatar
  std::optional<Camera> further_;  // where it went from there, when the avatar outgrew that picture
};

}  // namespace mannequin::preview
