#include "tools/preview/panels/pose/pose_gizmo.h"

#include <SDL_keycode.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <glm/gtc/constants.hpp>

#include "tools/preview/panels/shared/plate_layer.h"

namespace mannequin::preview {
namespace {

constexpr float kRadius = 90.0f, kRingReach = 7.0f;
constexpr double kSnap = 5.0;  // degrees
constexpr int kSegments = 72;
// Below this sine between ring and line of sight, a ring is just a line on the screen.
constexpr double kEdgeOn = 0.2;
constexpr const char* kLetters[] = {"X", "Y", "Z"};
double segment_angle(int segment) { return glm::two_pi<double>() * segment / kSegments; }

// The nearest point of a segment to `at`, as a fraction of its length.
float nearest_share(ImVec2 a, ImVec2 b, ImVec2 at) {
  const ImVec2 along(b.x - a.x, b.y - a.y);
  const float length = along.x * along.x + along.y * along.y;
  if (length < 1e-6f) return 0.0f;
  return std::clamp(((at.x - a.x) * along.x + (at.y - a.y) * along.y) / length, 0.0f, 1.0f);
}

// The character that a key types into an angle; 0: none.
char typed_by(int code) {
  if (code >= SDLK_0 && code <= SDLK_9) return static_cast<char>('0' + (code - SDLK_0));
  if (code == SDLK_KP_0) return '0';
  if (code >= SDLK_KP_1 && code <= SDLK_KP_9) return static_cast<char>('1' + (code - SDLK_KP_1));
  if (code == SDLK_MINUS || code == SDLK_KP_MINUS) return '-';
  if (code == SDLK_PERIOD || code == SDLK_COMMA || code == SDLK_KP_PERIOD) return '.';
  return 0;
}

}  // namespace

Vec3 PoseGizmo::Rings::point(std::size_t ring, double angle) const {
  return center + radius * (std::cos(angle) * axes[(ring + 1) % 3] + std::sin(angle) * axes[(ring + 2) % 3]);
}

std::optional<PoseGizmo::Rings> PoseGizmo::rings() const {
  const JointIndex joint = workspace_.view.joint_to_turn();
  if (!workspace_.view.settings.rings || joint == kNoJoint) return std::nullopt;
  const Camera& camera = workspace_.view.camera();
  Rings rings{.center = workspace_.document.avatar().joint_in_world(joint), .axes = {}, .radius = 0.0};
  const Quat& rotation =
      workspace_.document.avatar().state().joints[static_cast<std::size_t>(joint)].world_rotation;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 unit(0.0);
    unit[axis] = 1.0;
    rings.axes[static_cast<std::size_t>(axis)] = rotation * unit;
  }
  const double depth = glm::dot(rings.center - camera.position(), camera.forward());
  if (!camera.orthographic && depth < camera.near_plane()) return std::nullopt;
  rings.radius = static_cast<double>(px(kRadius)) *
                 camera.metres_per_pixel(static_cast<double>(ui_.view.size.y)) *
                 (camera.orthographic ? 1.0 : depth / camera.distance);
  return rings;
}

std::optional<std::size_t> PoseGizmo::ring_under(const Rings& rings, ImVec2 at, double& angle) const {
  const Camera& camera = workspace_.view.camera();
  const Mat4 clip = camera.clip_from_world(static_cast<double>(ui_.view.aspect()));
  std::optional<std::size_t> found;
  float nearest = px(kRingReach);
  for (std::size_t ring = 0; ring < 3; ++ring)
    for (int i = 0; i < kSegments; ++i) {
      // The half behind the joint is drawn but cannot be grabbed.
      const Vec3 middle = rings.point(ring, segment_angle(i) + 0.5 * segment_angle(1));
      if (glm::dot(middle - rings.center, camera.forward()) > 0.05 * rings.radius) continue;
      ImVec2 a, b;
      if (!project(clip, ui_.view, rings.point(ring, segment_angle(i)), a) ||
          !project(clip, ui_.view, rings.point(ring, segment_angle(i + 1)), b))
        continue;
      const float share = nearest_share(a, b, at);
      const float away = std::hypot(a.x + share * (b.x - a.x) - at.x, a.y + share * (b.y - a.y) - at.y);
      if (away >= nearest) continue;
      nearest = away;
      found = ring;
      angle = segment_angle(i) + static_cast<double>(share) * segment_angle(1);
    }
  return found;
}

double PoseGizmo::angle_at(const Drag& drag, ImVec2 at) const {
  if (!drag.by_plane) {
    const Vec2 moved(at.x - drag.pressed.x, at.y - drag.pressed.y);
    return drag.pressed_angle + glm::dot(moved, drag.tangent) / glm::dot(drag.tangent, drag.tangent);
  }
  const Rings& rings = drag.rings;
  const Ray ray = ui_.view.ray(workspace_.view.camera(), at);
  const double slope = glm::dot(ray.direction, rings.axes[drag.ring]);
  if (std::abs(slope) < 1e-6) return drag.last_angle;
  const double way = glm::dot(rings.center - ray.origin, rings.axes[drag.ring]) / slope;
  const Vec3 p = ray.origin + way * ray.direction - rings.center;
  return std::atan2(glm::dot(p, rings.axes[(drag.ring + 2) % 3]),
                    glm::dot(p, rings.axes[(drag.ring + 1) % 3]));
}

void PoseGizmo::begin(const Rings& rings, std::size_t ring, double angle) {
  Drag drag{
      .ring = ring, .rings = rings, .pressed = ImGui::GetIO().MousePos, .pressed_angle = angle, .typed = {}};
  const Ray ray = ui_.view.ray(workspace_.view.camera(), drag.pressed);
  drag.by_plane = std::abs(glm::dot(ray.direction, rings.axes[ring])) > kEdgeOn;
  const Mat4 clip = workspace_.view.camera().clip_from_world(static_cast<double>(ui_.view.aspect()));
  ImVec2 before, after;
  constexpr double kStep = 0.01;
  if (project(clip, ui_.view, rings.point(ring, angle - kStep), before) &&
      project(clip, ui_.view, rings.point(ring, angle + kStep), after))
    drag.tangent = Vec2(after.x - before.x, after.y - before.y) / (2.0 * kStep);
  // Pressed where the ring is seen edge-on: the direction to turn is ambiguous.
  if (!drag.by_plane && glm::length(drag.tangent) < 1.0) return;
  if (drag.by_plane) drag.pressed_angle = angle_at(drag, drag.pressed);
  drag.last_angle = drag.pressed_angle;
  drag_ = std::move(drag);
  workspace_.document.posing.begin_turn(workspace_.view.joint_to_turn());
}

double PoseGizmo::degrees(const Drag& drag) const {
  if (!drag.typed.empty()) return std::strtod(drag.typed.c_str(), nullptr);
  const double turned = glm::degrees(drag.turned);
  // Tenths: no one aims finer with a pointer, and the step's name shows the full value.
  return ImGui::GetIO().KeyCtrl ? std::round(turned / kSnap) * kSnap : std::round(turned * 10.0) / 10.0;
}

void PoseGizmo::follow() {
  const double angle = angle_at(*drag_, ImGui::GetIO().MousePos);
  drag_->turned += drag_->by_plane ? std::remainder(angle - drag_->last_angle, glm::two_pi<double>())
                                   : angle - drag_->last_angle;
  drag_->last_angle = angle;
  Vec3 axis(0.0);
  axis[static_cast<int>(drag_->ring)] = 1.0;
  workspace_.document.posing.turn(axis, degrees(*drag_));
}

void PoseGizmo::frame(bool over_view) {
  if (drag_) {
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right) || ImGui::IsMouseClicked(ImGuiMouseButton_Middle)) {
      workspace_.document.posing.cancel_turn();
      drag_.reset();
      return;
    }
    follow();
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    workspace_.document.posing.end_turn();
    drag_.reset();
    return;
  }
  hovered_.reset();
  const auto shown = rings();
  if (!over_view || !shown) return;
  double angle = 0.0;
  hovered_ = ring_under(*shown, ImGui::GetIO().MousePos, angle);
  if (hovered_ && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) begin(*shown, *hovered_, angle);
}

bool PoseGizmo::key(const Shortcut& pressed) {
  if (!drag_) return false;
  if (pressed.code == SDLK_ESCAPE) {
    workspace_.document.posing.cancel_turn();
    drag_.reset();
  } else if (pressed.code == SDLK_RETURN || pressed.code == SDLK_KP_ENTER) {
    workspace_.document.posing.end_turn();
    drag_.reset();
  } else if (pressed.code == SDLK_BACKSPACE) {
    if (!drag_->typed.empty()) drag_->typed.pop_back();
  } else if (const char typed = typed_by(pressed.code); typed != 0) {
    drag_->typed += typed;
  }
  return true;
}

void PoseGizmo::draw_ring(ImDrawList& list, const Rings& rings, std::size_t ring) const {
  const Camera& camera = workspace_.view.camera();
  const Mat4 clip = camera.clip_from_world(static_cast<double>(ui_.view.aspect()));
  const bool hot = drag_ ? drag_->ring == ring : hovered_ == ring;
  const float width = px(hot ? 5.0f : 2.5f);
  for (int i = 0; i < kSegments; ++i) {
    ImVec2 a, b;
    if (!project(clip, ui_.view, rings.point(ring, segment_angle(i)), a) ||
        !project(clip, ui_.view, rings.point(ring, segment_angle(i + 1)), b))
      continue;
    const Vec3 middle = rings.point(ring, segment_angle(i) + 0.5 * segment_angle(1));
    const bool behind = glm::dot(middle - rings.center, camera.forward()) > 0.05 * rings.radius;
    if (!behind) list.AddLine(a, b, theme().halo, width + px(3.0f));
    list.AddLine(a, b, behind ? (kAxisColors[ring] & 0x00ffffffu) | 0x60000000u : kAxisColors[ring],
                 behind ? px(1.0f) : width);
  }
  // Between the two other axes: away from the other letters from all usual directions.
  ImVec2 at;
  if (!project(clip, ui_.view, rings.point(ring, glm::quarter_pi<double>()), at)) return;
  list.AddCircleFilled(at, px(10.0f), theme().halo);
  list.AddCircleFilled(at, px(8.5f), kAxisColors[ring]);
  const ImVec2 size = ImGui::CalcTextSize(kLetters[ring]);
  list.AddText({at.x - 0.5f * size.x, at.y - 0.5f * size.y}, IM_COL32(0, 0, 0, 255), kLetters[ring]);
}

void PoseGizmo::draw_turn(ImDrawList& list) const {
  const Drag& drag = *drag_;
  const Mat4 clip = workspace_.view.camera().clip_from_world(static_cast<double>(ui_.view.aspect()));
  const double turned = degrees(drag);
  ImVec2 center;
  if (!project(clip, ui_.view, drag.rings.center, center)) return;
  for (int i = 0; i <= kSegments; ++i) {
    ImVec2 at;
    const double angle = drag.pressed_angle + glm::radians(turned) * i / kSegments;
    if (!project(clip, ui_.view, drag.rings.point(drag.ring, angle), at)) return;
    if (i == 0 || i == kSegments) list.AddLine(center, at, kAxisColors[drag.ring], px(2.0f));
    list.PathLineTo(at);
  }
  list.PathStroke(theme().text, 0, px(3.0f));
  const std::string text = drag.typed.empty() ? fmt::format("{} {:.1f}\u00b0", kLetters[drag.ring], turned)
                                              : fmt::format("{} {}_\u00b0", kLetters[drag.ring], drag.typed);
  const ImVec2 size = ImGui::CalcTextSize(text.c_str()), pointer = ImGui::GetIO().MousePos;
  const ImVec2 at(pointer.x + px(18.0f), pointer.y - size.y - px(10.0f));
  const PlateLayer layer(list);
  list.AddRectFilled({at.x - px(6.0f), at.y - px(3.0f)}, {at.x + size.x + px(6.0f), at.y + size.y + px(3.0f)},
                     (theme().panel & 0x00ffffffu) | 0xe8000000u, px(4.0f));
  list.AddText(at, theme().text, text.c_str());
}

void PoseGizmo::draw(ImDrawList& list) const {
  const auto shown = rings();
  if (!shown) return;
  for (std::size_t ring = 0; ring < 3; ++ring) draw_ring(list, *shown, ring);
  if (drag_) draw_turn(list);
}

}  // namespace mannequin::preview
