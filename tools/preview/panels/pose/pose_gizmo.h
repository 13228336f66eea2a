// Rings around a selected bone for rotating it.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class PoseGizmo : Panel {
 public:
  explicit PoseGizmo(Ui& ui) : Panel(ui) {}

  // Call once per frame, before the camera takes the pointer.
  void frame(bool over_view);
  void draw(ImDrawList& list) const;
  bool dragging() const { return drag_.has_value(); }
  // The pointer is on a ring, or turning one.
  bool has_pointer() const { return hovered_.has_value() || dragging(); }
  // During a drag all keys are for the rings: digits type the angle, Enter accepts it, Esc cancels.
  bool key(const Shortcut& pressed);

  // The current rings; none while they are hidden.
  struct Rings {
    Vec3 center{0.0};
    std::array<Vec3, 3> axes;  // X, Y, Z of the joint; unit
    double radius = 0.0;       // metres
    // The point at an angle (radians) about an axis, counted from the next axis on.
    Vec3 point(std::size_t ring, double angle) const;
  };
  std::optional<Rings> rings() const;

 private:
  struct Drag {
    std::size_t ring = 0;
    Rings rings;  // as they were when pressed
    ImVec2 pressed{0.0f, 0.0f};
    double pressed_angle = 0.0;  // of the pointer on the ring, radians
    double last_angle = 0.0, turned = 0.0;
    bool by_plane = true;    // else along the ring's tangent, if the ring is seen edge-on
    Vec2 tangent{0.0, 0.0};  // on the screen, pixels per radian
    std::string typed;
  };
  std::optional<std::size_t> ring_under(const Rings& rings, ImVec2 at, double& angle) const;
  double angle_at(const Drag& drag, ImVec2 at) const;
  void begin(const Rings& rings, std::size_t ring, double angle);
  void follow();
  double degrees(const Drag& drag) const;
  void draw_ring(ImDrawList& list, const Rings& rings, std::size_t ring) const;
  void draw_turn(ImDrawList& list) const;

  std::optional<std::size_t> hovered_;
  std::optional<Drag> drag_;
};

}  // namespace mannequin::preview
