#include "tools/preview/panels/navigation.h"

#include <cmath>
#include <glm/gtc/constants.hpp>

namespace mannequin::preview {
namespace {

constexpr float kDragStarts = 4.0f;     // pixels, as in the viewer
constexpr double kZoomPerPixel = 0.01;  // of the distance
const double kZoomPerClick = std::exp2(0.25);

}  // namespace

const char* Navigation::hint(Controls controls) {
  return controls == Controls::second_life
             ? "Ctrl+drag turn \u00b7 wheel zoom \u00b7 middle drag pan \u00b7 F1 all keys"
             : "Middle drag turn \u00b7 wheel zoom \u00b7 Shift pan \u00b7 F1 all keys";
}

Navigation::Drag Navigation::drag_for(const Session& session) const {
  const ImGuiIO& io = ImGui::GetIO();
  const bool left = ImGui::IsMouseClicked(ImGuiMouseButton_Left),
             middle = ImGui::IsMouseClicked(ImGuiMouseButton_Middle);
  if (session.view().controls == Controls::blender) {
    if (!middle) return Drag::none;
    return io.KeyShift ? Drag::pan : io.KeyCtrl ? Drag::zoom : Drag::turn;
  }
  if (middle) return Drag::pan;
  if (!left) return Drag::none;
  if (io.KeyCtrl) return io.KeyShift ? Drag::pan : Drag::turn;
  return Drag::turn_and_zoom;
}

void Navigation::follow_click(bool over_view) {
  const ImGuiIO& io = ImGui::GetIO();
  clicked_ = false;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    may_click_ = over_view && !io.KeyCtrl && !io.KeyAlt && !ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    left_pressed_ = io.MousePos;
  }
  if (std::hypot(io.MousePos.x - left_pressed_.x, io.MousePos.y - left_pressed_.y) >= kDragStarts) may_click_ = false;
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
  clicked_ = may_click_ && over_view;
  may_click_ = false;
}

void Navigation::frame(Session& session, const ViewRect& rect, bool over_view) {
  const ImGuiIO& io = ImGui::GetIO();
  follow_click(over_view);
  if (over_view && io.MouseWheel != 0.0f) session.camera().zoom(std::pow(kZoomPerClick, -io.MouseWheel));
  if (over_view && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    drag_ = Drag::none;
    focus_at(session, rect, io.MousePos);
    return;
  }
  if (drag_ == Drag::none) {
    if (!over_view) return;
    drag_ = drag_for(session);
    if (drag_ == Drag::none) return;
    before_ = session.camera();
    pressed_ = last_ = io.MousePos;
    moved_ = false;
    // Alt+click is the viewer's way to look at a point.
    if (io.KeyAlt) focus_at(session, rect, io.MousePos);
    return;
  }
  // A second button cancels and puts things back.
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
      ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) {
    session.camera() = before_;
    drag_ = Drag::none;
    return;
  }
  moved_ = moved_ || std::hypot(io.MousePos.x - pressed_.x, io.MousePos.y - pressed_.y) >= kDragStarts;
  // The way up to the release counts, too: on a slow machine it may be most of the drag.
  const ImVec2 way(io.MousePos.x - last_.x, io.MousePos.y - last_.y);
  last_ = io.MousePos;
  if (moved_ && (way.x != 0.0f || way.y != 0.0f)) {
    session.stop_flight();
    apply(session, rect, way);
  }
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left) && !ImGui::IsMouseDown(ImGuiMouseButton_Middle))
    drag_ = Drag::none;
}

void Navigation::apply(Session& session, const ViewRect& rect, ImVec2 moved) {
  Camera& camera = session.camera();
  const double turn = glm::two_pi<double>() / std::max(rect.size.x, 1.0f);  // one width is a full turn
  switch (drag_) {
    case Drag::none:
      break;
    case Drag::turn:
      camera.turn(-moved.x * turn, moved.y * turn);
      break;
    case Drag::turn_and_zoom:
      camera.turn(-moved.x * turn, 0.0);
      camera.zoom(std::exp(kZoomPerPixel * moved.y));
      break;
    case Drag::zoom:
      camera.zoom(std::exp(kZoomPerPixel * moved.y));
      break;
    case Drag::pan: {
      // What is under the pointer stays under it.
      const double metres = camera.metres_per_pixel(rect.size.y);
      camera.pan(-moved.x * metres, moved.y * metres);
      break;
    }
  }
}

void Navigation::focus_at(Session& session, const ViewRect& rect, ImVec2 at) {
  // The nearest joint within reach, else the point at the present distance.
  const Mat4 clip = session.camera().clip_from_world(rect.size.x / std::max(rect.size.y, 1.0f));
  const Skeleton& skeleton = session.character().skeleton;
  float nearest = 60.0f;
  Vec3 best;
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    ImVec2 p;
    const Vec3 world = session.scene().joint_in_world(static_cast<JointIndex>(j));
    if (skeleton.joints()[j].kind != JointKind::bone || !project(clip, rect, world, p)) continue;
    const float away = std::hypot(p.x - at.x, p.y - at.y);
    if (away >= nearest) continue;
    nearest = away;
    best = world;
  }
  if (nearest < 60.0f) {
    session.focus(best);
    return;
  }
  const Camera& camera = session.camera();
  const double metres = camera.metres_per_pixel(rect.size.y);
  session.focus(camera.target + (at.x - rect.min.x - 0.5 * rect.size.x) * metres * camera.right() -
                (at.y - rect.min.y - 0.5 * rect.size.y) * metres * camera.up());
}

}  // namespace mannequin::preview
