#include "tools/preview/panels/navigation/navigation.h"

#include <SDL_keycode.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "tools/document/translation.h"

namespace mannequin::preview {
namespace {

constexpr float kDragStarts = 4.0f;     // pixels, as in the viewer
constexpr double kZoomPerPixel = 0.01;  // of the distance
const double kZoomPerClick = std::exp2(0.25);
// For two fingers on a touchpad, which arrive as many small wheel steps.
constexpr double kTouchTurn = glm::radians(3.0), kTouchPan = 0.02;

float distance(ImVec2 a, ImVec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

}  // namespace

const Navigation::Rule Navigation::kRules[] = {
    {Controls::second_life, ImGuiMouseButton_Left, false, false, false, Drag::turn_and_zoom},
    {Controls::second_life, ImGuiMouseButton_Left, false, true, false, Drag::turn_and_zoom},
    {Controls::second_life, ImGuiMouseButton_Left, true, false, false, Drag::turn},
    {Controls::second_life, ImGuiMouseButton_Left, true, true, false, Drag::pan},
    {Controls::second_life, ImGuiMouseButton_Left, false, false, true, Drag::turn_and_zoom},
    {Controls::second_life, ImGuiMouseButton_Left, true, false, true, Drag::turn},
    {Controls::second_life, ImGuiMouseButton_Left, true, true, true, Drag::pan},
    {Controls::second_life, ImGuiMouseButton_Middle, false, false, false, Drag::pan},
    {Controls::blender, ImGuiMouseButton_Middle, false, false, false, Drag::turn},
    {Controls::blender, ImGuiMouseButton_Middle, false, true, false, Drag::pan},
    {Controls::blender, ImGuiMouseButton_Middle, true, false, false, Drag::zoom},
    {Controls::blender, ImGuiMouseButton_Middle, false, false, true, Drag::turn}};

const char* Navigation::hint(Controls controls, bool touchpad) {
  if (touchpad) return marked("Two fingers turn \u00b7 Ctrl zoom \u00b7 Shift pan \u00b7 F1 all keys");
  return controls == Controls::second_life
             ? marked("Ctrl+drag turn \u00b7 wheel zoom \u00b7 middle drag pan \u00b7 F1 all keys")
             : marked("Middle drag turn \u00b7 wheel zoom \u00b7 Shift pan \u00b7 F1 all keys");
}

Navigation::Drag Navigation::drag_for(const Workspace& workspace) const {
  const ImGuiIO& io = ImGui::GetIO();
  // Without a middle button, Alt and the left one replace it.
  const bool stands_in = workspace.view.settings.alt_left_is_middle &&
                         workspace.view.settings.controls == Controls::blender &&
                         button_ == ImGuiMouseButton_Left && io.KeyAlt;
  const ImGuiMouseButton button = stands_in ? ImGuiMouseButton_Middle : button_;
  const bool alt = io.KeyAlt && !stands_in;
  for (const Rule& rule : kRules)
    if (rule.controls == workspace.view.settings.controls && rule.button == button &&
        rule.ctrl == io.KeyCtrl && rule.shift == io.KeyShift && rule.alt == alt)
      return rule.drag;
  return Drag::none;
}

void Navigation::follow_click(bool over_view) {
  const ImGuiIO& io = ImGui::GetIO();
  clicked_ = false;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    may_click_ =
        over_view && !io.KeyCtrl && !io.KeyAlt && !ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    left_pressed_ = io.MousePos;
  }
  if (distance(io.MousePos, left_pressed_) >= kDragStarts) may_click_ = false;
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
  clicked_ = may_click_ && over_view;
  may_click_ = false;
}

void Navigation::wheel(Workspace& workspace) const {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheel == 0.0f && io.MouseWheelH == 0.0f) return;
  workspace.view.camera_control.stop_flight();
  Camera& camera = workspace.view.camera();
  if (!workspace.view.settings.touchpad || io.KeyCtrl) {
    camera.zoom(std::pow(kZoomPerClick, -io.MouseWheel));
  } else if (io.KeyShift) {
    const double metres = kTouchPan * camera.metres_per_pixel(1.0);
    camera.pan(-io.MouseWheelH * metres, io.MouseWheel * metres);
  } else {
    camera.turn(-io.MouseWheelH * kTouchTurn, io.MouseWheel * kTouchTurn);
  }
}

void Navigation::begin(Workspace& workspace, const ViewRect& rect) {
  const ImGuiIO& io = ImGui::GetIO();
  drag_ = drag_for(workspace);
  if (drag_ == Drag::none) return;
  before_ = workspace.view.camera();
  pressed_ = last_ = io.MousePos;
  moved_ = false;
  about_.reset();
  const bool second_life = workspace.view.settings.controls == Controls::second_life;
  if (io.KeyAlt && (second_life || button_ == ImGuiMouseButton_Middle))
    about_ = workspace.view.point_along(rect.ray(workspace.view.camera(), io.MousePos));
}

void Navigation::cancel(Workspace& workspace) {
  workspace.view.camera_control.stop_flight();
  workspace.view.camera() = before_;
  drag_ = Drag::none;
  may_click_ = false;
}

bool Navigation::key(const Shortcut& pressed, Workspace& workspace) {
  if (pressed.code != SDLK_ESCAPE || drag_ == Drag::none) return false;
  cancel(workspace);
  return true;
}

void Navigation::follow(Workspace& workspace, const ViewRect& rect) {
  const ImGuiIO& io = ImGui::GetIO();
  for (const ImGuiMouseButton other :
       {ImGuiMouseButton_Left, ImGuiMouseButton_Right, ImGuiMouseButton_Middle})
    if (other != button_ && ImGui::IsMouseClicked(other)) {
      cancel(workspace);
      return;
    }
  moved_ = moved_ || distance(io.MousePos, pressed_) >= kDragStarts;
  // Includes the motion up to the release: on a slow machine it may be most of the drag.
  const ImVec2 way(io.MousePos.x - last_.x, io.MousePos.y - last_.y);
  last_ = io.MousePos;
  if (moved_ && (way.x != 0.0f || way.y != 0.0f)) {
    workspace.view.camera_control.stop_flight();
    apply(workspace.view.camera(), rect, way);
  }
  if (ImGui::IsMouseDown(button_)) return;
  drag_ = Drag::none;
  // A click with Alt looks at a point.
  if (!moved_ && about_) workspace.view.camera_control.focus(*about_);
}

void Navigation::frame(Workspace& workspace, const ViewRect& rect, bool over_view, bool has_keys) {
  const ImGuiIO& io = ImGui::GetIO();
  follow_click(over_view);
  keys_.frame(workspace, has_keys && !io.WantTextInput);
  if (over_view) wheel(workspace);
  if (drag_ != Drag::none) {
    follow(workspace, rect);
    return;
  }
  if (!over_view) return;
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    workspace.view.camera_control.focus(
        workspace.view.point_along(rect.ray(workspace.view.camera(), io.MousePos)));
    return;
  }
  for (const ImGuiMouseButton button : {ImGuiMouseButton_Left, ImGuiMouseButton_Middle})
    if (ImGui::IsMouseClicked(button)) {
      button_ = button;
      begin(workspace, rect);
    }
}

void Navigation::apply(Camera& camera, const ViewRect& rect, ImVec2 moved) const {
  const double turn = glm::two_pi<double>() / std::max(rect.size.x, 1.0f);  // one width is a full turn
  const Vec3 about = about_.value_or(camera.target);
  switch (drag_) {
    case Drag::none:
      break;
    case Drag::turn:
      camera.turn_about(about, -moved.x * turn, moved.y * turn);
      break;
    case Drag::turn_and_zoom:
      camera.turn_about(about, -moved.x * turn, 0.0);
      camera.zoom_about(about, std::exp(kZoomPerPixel * moved.y));
      break;
    case Drag::zoom:
      camera.zoom_about(about, std::exp(kZoomPerPixel * moved.y));
      break;
    case Drag::pan: {
      // The point under the pointer stays under it.
      const double metres = camera.metres_per_pixel(rect.size.y);
      camera.pan(-moved.x * metres, moved.y * metres);
      break;
    }
  }
}

}  // namespace mannequin::preview
