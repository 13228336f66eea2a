#include "tools/preview/panels/overlay/measuring_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/preview/render/document_names.h"

namespace mannequin::preview {

// The label goes next to its rightmost point, or below another label there.
void MeasuringLines::line(ImDrawList& list, const MeasuredLine& line, std::vector<ImVec2>& labels) {
  const Vec3 lift(0.0, 0.0, workspace_.document.avatar().lift());
  const Mat4 clip = workspace_.view.camera().clip_from_world(ui_.view.aspect());
  std::vector<ImVec2> points;
  for (const Vec3& point : line.line) {
    ImVec2 at;
    if (!project(clip, ui_.view, point + lift, at)) return;
    points.push_back(at);
  }
  if (points.size() < 2) return;
  // The height runs through the body; draw it next to it.
  if (line.measure == Measure::height)
    for (ImVec2& at : points) at.x = points.back().x - 0.42f * std::abs(points.front().y - points.back().y);
  const auto count = static_cast<int>(points.size());
  const ImDrawFlags flags = line.closed ? ImDrawFlags_Closed : ImDrawFlags_None;
  list.AddPolyline(points.data(), count, theme().halo, flags, px(4.0f));
  list.AddPolyline(points.data(), count, theme().accent, flags, px(1.8f));
  if (!line.closed)
    for (const ImVec2& end : {points.front(), points.back()})
      list.AddCircleFilled(end, px(3.5f), theme().accent);
  const auto rightmost = std::ranges::max_element(points, std::ranges::less(), &ImVec2::x);
  const auto before = workspace_.document.measures.pinned(line.measure);
  std::string text = fmt::format("{} {} \u00b7 {}", measure_name(line.measure), centimetres(line.length),
                                 inches(line.length));
  if (before && std::abs(line.length - *before) >= 0.0005)
    text += fmt::format(" ({}{:.1f})", line.length > *before ? "+" : "\u2212",
                        100.0 * std::abs(line.length - *before));
  const float size = ui_.fonts.small->FontSize * ImGui::GetIO().FontGlobalScale;
  const ImVec2 extent = ui_.fonts.small->CalcTextSizeA(size, 1e9f, 0.0f, text.c_str());
  const float high = extent.y + px(8.0f);
  ImVec2 at(rightmost->x + px(10.0f), rightmost->y - 0.5f * extent.y);
  if (!line.closed && line.measure != Measure::height)
    at = {0.5f * (points.front().x + points[1].x) + px(10.0f),
          0.5f * (points.front().y + points[1].y) + px(6.0f)};
  if (line.measure == Measure::height)
    at = {points.front().x - extent.x - px(10.0f), 0.5f * (points.front().y + points.back().y)};
  at.x =
      std::clamp(at.x, ui_.view.min.x + px(8.0f),
                 std::max(ui_.view.min.x + ui_.view.size.x - extent.x - px(8.0f), ui_.view.min.x + px(8.0f)));
  // Labels keep their height apart, wherever they start: they are about equally wide.
  const float near = extent.x;
  for (bool free = false; !free;) {
    free = true;
    for (const ImVec2& other : labels)
      if (std::abs(other.x - at.x) < near && std::abs(other.y - at.y) < high) {
        at.y = other.y + high;
        free = false;
      }
  }
  labels.push_back(at);
  list.AddRectFilled({at.x - px(5.0f), at.y - px(2.0f)},
                     {at.x + extent.x + px(5.0f), at.y + extent.y + px(2.0f)},
                     (theme().panel & 0x00ffffffu) | 0xd8000000u, px(4.0f));
  list.AddText(ui_.fonts.small, size, at, theme().text, text.c_str());
}

void MeasuringLines::draw(ImDrawList& list) {
  if (!workspace_.view.settings.measures) return;
  std::vector<ImVec2> labels;
  for (const MeasuredLine& each : workspace_.document.measures.lines()) line(list, each, labels);
}

}  // namespace mannequin::preview
