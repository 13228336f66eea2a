// The pointer in the view: orbiting, panning, zooming and focusing with familiar controls.
#pragma once

#include <optional>

#include "tools/preview/panels/navigation/camera_keys.h"
#include "tools/preview/panels/shared/commands.h"
#include "tools/preview/panels/shared/view_rect.h"
#include "tools/preview/view/workspace.h"

namespace mannequin::preview {

class Navigation {
 public:
  // Call once per frame. `over_view`: the pointer is over the view and nothing else takes it; `has_keys`:
  // held keys are for the view.
  void frame(Workspace& workspace, const ViewRect& rect, bool over_view, bool has_keys);

  // Whether the pointer is moving the camera; and whether this frame ended a left click in the view, without
  // motion, double click, Ctrl or Alt.
  bool dragging() const { return drag_ != Drag::none && moved_; }
  bool clicked() const { return clicked_; }
  // Held keys move the camera: the next frame will change even without input.
  bool keys_move() const { return keys_.moving(); }
  // During a drag, Esc resets the camera. True: the key was used.
  bool key(const Shortcut& pressed, Workspace& workspace);

  static const char* hint(Controls controls, bool touchpad);

 private:
  enum class Drag { none, turn, turn_and_zoom, pan, zoom };
  struct Rule {
    Controls controls;
    ImGuiMouseButton button;
    bool ctrl, shift, alt;
    Drag drag;
  };
  static const Rule kRules[];
  Drag drag_for(const Workspace& workspace) const;
  void wheel(Workspace& workspace) const;
  void follow_click(bool over_view);
  void begin(Workspace& workspace, const ViewRect& rect);
  void follow(Workspace& workspace, const ViewRect& rect);
  void apply(Camera& camera, const ViewRect& rect, ImVec2 moved) const;
  void cancel(Workspace& workspace);

  Drag drag_ = Drag::none;
  ImGuiMouseButton button_ = ImGuiMouseButton_Left;
  Camera before_;
  std::optional<Vec3> about_;  // pressed with Alt: the pivot of the drag, and the target of a click
  ImVec2 pressed_{0.0f, 0.0f}, last_{0.0f, 0.0f};
  bool moved_ = false;
  bool may_click_ = false, clicked_ = false;
  ImVec2 left_pressed_{0.0f, 0.0f};
  CameraKeys keys_;
};

}  // namespace mannequin::preview
