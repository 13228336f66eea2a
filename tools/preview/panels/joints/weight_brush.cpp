#include "tools/preview/panels/joints/weight_brush.h"

#include <SDL_keycode.h>

#include <algorithm>
#include <cmath>

#include "tools/preview/render/document_names.h"

namespace mannequin::preview {
namespace {

constexpr double kRadiusStep = 1.15;
// Between dabs, of the radius: dense enough that no dab shows by itself, and at most so many in a frame.
constexpr float kSpacing = 0.25f;
constexpr int kMostDabs = 24;

}  // namespace

std::optional<WeightBrush::Touch> WeightBrush::touch(ImVec2 at) {
  const auto hits = workspace_.view.surface_along(ui_.view.ray(workspace_.view.camera(), at));
  if (hits.empty()) return std::nullopt;
  return Touch{hits.front().mesh->id, hits.front().vertex, hits.front().point};
}

float WeightBrush::radius_on_screen(const Vec3& point) const {
  const Camera& camera = workspace_.view.camera();
  const double depth = glm::dot(point - camera.position(), camera.forward());
  const double metres = camera.metres_per_pixel(static_cast<double>(ui_.view.size.y)) *
                        (camera.orthographic ? 1.0 : depth / camera.distance);
  return static_cast<float>(workspace_.document.painting.brush.radius / metres);
}

void WeightBrush::begin() {
  const ImGuiIO& io = ImGui::GetIO();
  WeightPainting& painting = workspace_.document.painting;
  BrushMode mode = painting.brush.mode;
  if (io.KeyShift)
    mode = BrushMode::smooth;
  else if (io.KeyCtrl)
    mode = mode == BrushMode::subtract ? BrushMode::add : BrushMode::subtract;
  if (!painting.begin(touch_->mesh, workspace_.view.colors.joint(), mode)) return;
  painted_ = touch_->mesh;
  last_ = io.MousePos;
  painting.dab(touch_->point, touch_->vertex);
}

// A fast pointer leaves out no place.
void WeightBrush::follow() {
  const ImVec2 to = ImGui::GetIO().MousePos, from = last_;
  const float way = std::hypot(to.x - from.x, to.y - from.y);
  const float spacing = std::max(touch_ ? kSpacing * radius_on_screen(touch_->point) : 1.0f, 1.0f);
  const int dabs = std::min(static_cast<int>(way / spacing), kMostDabs);
  for (int i = 1; i <= dabs; ++i) {
    const float part =
        dabs == kMostDabs ? static_cast<float>(i) / kMostDabs : static_cast<float>(i) * spacing / way;
    last_ = {from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)};
    const auto place = touch(last_);
    // Where something else is in front, that is not what is painted.
    if (place && place->mesh == painted_) workspace_.document.painting.dab(place->point, place->vertex);
  }
  touch_ = touch(to);
}

void WeightBrush::frame(bool over_view) {
  WeightPainting& painting = workspace_.document.painting;
  if (painting.painting()) {
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right) || ImGui::IsMouseClicked(ImGuiMouseButton_Middle))
      return painting.cancel();
    follow();
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) painting.end();
    return;
  }
  touch_.reset();
  const ImGuiIO& io = ImGui::GetIO();
  if (!workspace_.view.settings.paints || !over_view || !ui_.view.contains(io.MousePos)) return;
  touch_ = touch(io.MousePos);
  // Alt moves the camera, as usual.
  if (touch_ && !io.KeyAlt && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) begin();
}

bool WeightBrush::key(const Shortcut& pressed) {
  WeightPainting& painting = workspace_.document.painting;
  const bool strokes = painting.painting();
  if (strokes && pressed.code == SDLK_ESCAPE) painting.cancel();
  if (!workspace_.view.settings.paints || ImGui::GetIO().WantTextInput) return strokes;
  double& radius = painting.brush.radius;
  if (pressed.code == SDLK_LEFTBRACKET)
    radius = std::max(radius / kRadiusStep, document::kLeastBrush);
  else if (pressed.code == SDLK_RIGHTBRACKET)
    radius = std::min(radius * kRadiusStep, document::kLargestBrush);
  else
    return strokes;
  return true;
}

void WeightBrush::draw(ImDrawList& list) const {
  if (!touch_) return;
  const Mat4 clip = workspace_.view.camera().clip_from_world(static_cast<double>(ui_.view.aspect()));
  ImVec2 at;
  if (!project(clip, ui_.view, touch_->point, at)) return;
  const bool refused = !workspace_.document.painting.refusal(touch_->mesh).empty();
  const float radius = radius_on_screen(touch_->point);
  list.PushClipRect(ui_.view.min, {ui_.view.min.x + ui_.view.size.x, ui_.view.min.y + ui_.view.size.y});
  for (const auto& [color, width] : {std::pair{theme().halo, 4.0f}, {theme().joint_selected, 1.5f}}) {
    list.AddCircle(at, radius, color, 64, px(width));
    // It does not paint here.
    if (refused)
      list.AddLine({at.x - 0.7f * radius, at.y - 0.7f * radius}, {at.x + 0.7f * radius, at.y + 0.7f * radius},
                   color, px(width));
  }
  list.PopClipRect();
}

}  // namespace mannequin::preview
