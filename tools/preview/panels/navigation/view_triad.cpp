#include "tools/preview/panels/navigation/view_triad.h"

#include <algorithm>
#include <cmath>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

constexpr float kArm = 34.0f, kBall = 9.0f, kRim = 4.0f;  // before scaling
constexpr float kTriadRoom = 480.0f;                      // smaller in small views

struct AxisView {
  const char *view, *hint;
};
// The view from an axis' positive end, and from its
// negative one. The avatar faces along X, its left is Y.
constexpr AxisView kViews[3][2] = {
    {{"front", marked("Front view")}, {"back", marked("Back view")}},
    {{"side", marked("Its left side")}, {"other side", marked("Its right side")}},
    {{"top", marked("Top view")}, {"from below", marked("From below")}}};

}  // namespace

float ViewTriad::px(float n) const {
  return n * std::min(ui_.scale, std::min(ui_.view.size.x, ui_.view.size.y) / kTriadRoom);
}

ImVec2 ViewTriad::center() const {
  const float inset = px(kArm + kBall + 14.0f);
  return {ui_.view.min.x + ui_.view.size.x - inset, ui_.view.min.y + inset};
}

ViewRect ViewTriad::place() const {
  const ImVec2 middle = center();
  const float reach = px(kArm + kBall + kRim);
  return {{middle.x - reach, middle.y - reach}, {2.0f * reach, 2.0f * reach}};
}

std::array<ViewTriad::End, 6> ViewTriad::ends() const {
  const Camera& camera = workspace_.view.camera();
  const Vec3 right = camera.right(), up = camera.up(), forward = camera.forward();
  const ImVec2 middle = center();
  std::array<End, 6> ends;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const auto axis = static_cast<glm::length_t>(i / 2);
    const double sign = i % 2 == 0 ? 1.0 : -1.0;
    const auto along = [&](const Vec3& direction) {
      return px(kArm) * static_cast<float>(sign * direction[axis]);
    };
    ends[i] = {i / 2, i % 2 == 0, {middle.x + along(right), middle.y - along(up)}, -sign * forward[axis]};
  }
  std::ranges::sort(ends, {}, &End::towards);
  return ends;
}

bool ViewTriad::take_pointer(bool over_view) {
  const ImVec2 pointer = ImGui::GetIO().MousePos, middle = center();
  hovered_.reset();
  if (!over_view || std::hypot(pointer.x - middle.x, pointer.y - middle.y) > px(kArm + kBall + kRim))
    return false;
  // If two overlap, the nearer one wins, as drawn.
  for (const End& end : ends())
    if (std::hypot(pointer.x - end.at.x, pointer.y - end.at.y) <= px(kBall + 2.0f))
      hovered_ = {end.axis, end.positive};
  if (!hovered_) return true;
  const AxisView& view = kViews[hovered_->first][hovered_->second ? 0 : 1];
  show_tooltip(tr(view.hint));
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) workspace_.view.camera_control.look(view.view);
  return true;
}

void ViewTriad::draw(ImDrawList& list) const {
  const ImVec2 middle = center();
  list.AddCircleFilled(middle, px(kArm + kBall + kRim), (theme().panel & 0x00ffffffu) | 0x90000000u, 48);
  ImFont* const font = ui_.fonts.small;
  const float size = px(13.5f);
  for (const End& end : ends()) {
    const bool hot = hovered_ && hovered_->first == end.axis && hovered_->second == end.positive;
    const ImU32 color = kAxisColors[end.axis];
    if (end.positive) {
      list.AddLine(middle, end.at, color, px(2.0f));
      list.AddCircleFilled(end.at, px(kBall), color);
      const char letter[] = {static_cast<char>('X' + end.axis), '\0'};
      const ImVec2 extent = font->CalcTextSizeA(size, 1e9f, 0.0f, letter);
      list.AddText(font, size, {end.at.x - 0.5f * extent.x, end.at.y - 0.5f * extent.y},
                   IM_COL32(0, 0, 0, 255), letter);
    } else {
      list.AddCircleFilled(end.at, px(kBall - 2.0f), theme().panel);
      list.AddCircle(end.at, px(kBall - 2.0f), color, 0, px(1.5f));
    }
    if (hot) list.AddCircle(end.at, px(kBall + 2.0f), theme().text, 0, px(2.0f));
  }
}

}  // namespace mannequin::preview
