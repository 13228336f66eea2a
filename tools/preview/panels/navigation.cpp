#include "tools/preview/panels/navigation.h"

#include <SDL_keycode.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

namespace mannequin::preview {
namespace {

constexpr float kDragStarts = 4.0f;     // pixels, as in the viewer
constexpr double kZoomPerPixel = 0.01;  // of the distance
const double kZoomPerClick = std::exp2(0.25);
// Of two fingers on a touchpad, which come as many small turns of a wheel.
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

const char* Navigation::hint(Controls controls) {
  return controls == Controls::second_life
             ? "Ctrl+drag turn \u00b7 wheel zoom \u00b7 middle drag pan \u00b7 F1 all keys"
             : "Middle drag turn \u00b7 wheel zoom \u00b7 Shift pan \u00b7 F1 all keys";
}

Navigation::Drag Navigation::drag_for(const Session& session) const {
  const ImGuiIO& io = ImGui::GetIO();
  // Without a middle button: Alt and the left one stand for it.
  const bool stands_in = session.view().alt_left_is_middle && session.view().controls == Controls::blender &&
                         button_ == ImGuiMouseButton_Left && io.KeyAlt;
  const ImGuiMouseButton button = stands_in ? ImGuiMouseButton_Middle : button_;
  const bool alt = io.KeyAlt && !stands_in;
  for (const Rule& rule : kRules)
    if (rule.controls == session.view().controls && rule.button == button && rule.ctrl == io.KeyCtrl &&
        rule.shift == io.KeyShift && rule.alt == alt)
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

void Navigation::wheel(Session& session) const {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheel == 0.0f && io.MouseWheelH == 0.0f) return;
  session.stop_flight();
  Camera& camera = session.camera();
  if (!session.view().touchpad || io.KeyCtrl) {
    camera.zoom(std::pow(kZoomPerClick, -io.MouseWheel));
  } else if (io.KeyShift) {
    const double metres = kTouchPan * camera.metres_per_pixel(1.0);
    camera.pan(-io.MouseWheelH * metres, io.MouseWheel * metres);
  } else {
    camera.turn(-io.MouseWheelH * kTouchTurn, io.MouseWheel * kTouchTurn);
  }
}

void Navigation::begin(Session& session, const ViewRect& rect) {
  const ImGuiIO& io = ImGui::GetIO();
  drag_ = drag_for(session);
  if (drag_ == Drag::none) return;
  before_ = session.camera();
  pressed_ = last_ = io.MousePos;
  moved_ = false;
  about_.reset();
  const bool second_life = session.view().controls == Controls::second_life;
  if (io.KeyAlt && (second_life || button_ == ImGuiMouseButton_Middle))
    about_ = session.point_along(rect.ray(session.camera(), io.MousePos));
}

void Navigation::cancel(Session& session) {
  session.stop_flight();
  session.camera() = before_;
  drag_ = Drag::none;
  may_click_ = false;
}

bool Navigation::key(const Shortcut& pressed, Session& session) {
  if (pressed.code != SDLK_ESCAPE || drag_ == Drag::none) return false;
  cancel(session);
  return true;
}

void Navigation::follow(Session& session, const ViewRect& rect) {
  const ImGuiIO& io = ImGui::GetIO();
  for (const ImGuiMouseButton other :
       {ImGuiMouseButton_Left, ImGuiMouseButton_Right, ImGuiMouseButton_Middle})
    if (other != button_ && ImGui::IsMouseClicked(other)) {
      cancel(session);
      return;
    }
  moved_ = moved_ || distance(io.MousePos, pressed_) >= kDragStarts;
  // The way up to the release counts, too: on a slow machine it may be most of the drag.
  const ImVec2 way(io.MousePos.x - last_.x, io.MousePos.y - last_.y);
  last_ = io.MousePos;
  if (moved_ && (way.x != 0.0f || way.y != 0.0f)) {
    session.stop_flight();
    apply(session.camera(), rect, way);
  }
  if (ImGui::IsMouseDown(button_)) return;
  drag_ = Drag::none;
  // A click with Alt is the way to look at a point.
  if (!moved_ && about_) session.focus(*about_);
}

void Navigation::frame(Session& session, const ViewRect& rect, bool over_view, bool has_keys) {
  const ImGuiIO& io = ImGui::GetIO();
  follow_click(over_view);
  keys_.frame(session, has_keys && !io.WantTextInput);
  if (over_view) wheel(session);
  if (drag_ != Drag::none) {
    follow(session, rect);
    return;
  }
  if (!over_view) return;
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    session.focus(session.point_along(rect.ray(session.camera(), io.MousePos)));
    return;
  }
  for (const ImGuiMouseButton button : {ImGuiMouseButton_Left, ImGuiMouseButton_Middle})
    if (ImGui::IsMouseClicked(button)) {
      button_ = button;
      begin(session, rect);
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
      // What is under the pointer stays under it.
      const double metres = camera.metres_per_pixel(rect.size.y);
      camera.pan(-moved.x * metres, moved.y * metres);
      break;
    }
  }
}

}  // namespace mannequin::preview
