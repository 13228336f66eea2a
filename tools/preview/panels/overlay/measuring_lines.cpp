#include "tools/preview/panels/overlay/measuring_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "tools/preview/panels/shared/plate_layer.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {

// Smaller in a low view, so that there is room for every label.
float MeasuringLines::letters() const {
  constexpr float kMostOfView = 0.6f, kSmallest = 0.6f;
  const float usual = ui_.fonts.small->FontSize * ImGui::GetIO().FontGlobalScale;
  const auto count =
      static_cast<float>(std::max<std::size_t>(workspace_.document.measures.lines().size(), 1));
  return usual * std::clamp(kMostOfView * ui_.view.size.y / (count * (usual + px(6.0f))), kSmallest, 1.0f);
}

// The label goes next to its rightmost point.
void MeasuringLines::line(ImDrawList& list, const MeasuredLine& line, std::vector<ViewRect>& taken) {
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
  std::string text = fmt::format("{} {}", measure_name(line.measure), centimetres(line.length));
  if (before && std::abs(line.length - *before) >= 0.0005)
    text += fmt::format(" ({}{:.1f})", line.length > *before ? "+" : "\u2212",
                        100.0 * std::abs(line.length - *before));
  text += fmt::format(" \u00b7 {}", inches(line.length));
  // In a narrow view in two lines: no figure is cut.
  const float edge = px(8.0f), room = ui_.view.size.x - 2.0f * edge;
  const float size = letters();
  const auto extent_of = [&](std::string_view part) {
    return ui_.fonts.small->CalcTextSizeA(size, FLT_MAX, 0.0f, part.data(), part.data() + part.size());
  };
  text = wrapped_lines(text, room, [&](std::string_view part) { return extent_of(part).x; });
  const ImVec2 extent = extent_of(text);
  ImVec2 at(rightmost->x + px(10.0f), rightmost->y - 0.5f * extent.y);
  if (!line.closed && line.measure != Measure::height)
    at = {0.5f * (points.front().x + points[1].x) + px(10.0f),
          0.5f * (points.front().y + points[1].y) + px(6.0f)};
  if (line.measure == Measure::height)
    at = {points.front().x - extent.x - px(10.0f), 0.5f * (points.front().y + points.back().y)};
  at.x = std::clamp(at.x, ui_.view.min.x + edge, ui_.view.min.x + edge + std::max(room - extent.x, 0.0f));
  label(list, text, at, extent, taken);
}

// Below what is taken there, or where that has no room, above it.
void MeasuringLines::label(ImDrawList& list, const std::string& text, ImVec2 corner, ImVec2 extent,
                           std::vector<ViewRect>& taken) {
  const ImVec2 edge(px(5.0f), px(2.0f));
  ViewRect plate{{corner.x - edge.x, corner.y - edge.y},
                 {extent.x + 2.0f * edge.x, extent.y + 2.0f * edge.y}};
  const auto at = [&](float y) { return ViewRect{{plate.min.x, y}, plate.size}; };
  const auto is_free = [&](float y) {
    return std::ranges::none_of(taken, [&](const ViewRect& other) { return other.meets(at(y)); });
  };
  const float gap = px(2.0f), top = ui_.view.min.y, bottom = top + ui_.view.size.y - plate.size.y;
  std::vector<float> rows{plate.min.y};
  for (const ViewRect& other : taken) {
    rows.push_back(other.min.y + other.size.y + gap);
    rows.push_back(other.min.y - plate.size.y - gap);
  }
  std::erase_if(rows, [&](float y) { return y != plate.min.y && (y < top || y > bottom || !is_free(y)); });
  if (!is_free(plate.min.y) && rows.size() > 1)
    plate.min.y = *std::ranges::min_element(rows.begin() + 1, rows.end(), {},
                                            [&](float y) { return std::abs(y - plate.min.y); });
  taken.push_back(plate);
  const PlateLayer layer(list);
  list.AddRectFilled(plate.min, {plate.min.x + plate.size.x, plate.min.y + plate.size.y},
                     (theme().panel & 0x00ffffffu) | 0xd8000000u, px(4.0f));
  list.AddText(ui_.fonts.small, letters(), {plate.min.x + edge.x, plate.min.y + edge.y}, theme().text,
               text.c_str());
}

void MeasuringLines::draw(ImDrawList& list, std::span<const ViewRect> taken) {
  if (!workspace_.view.settings.measures) return;
  std::vector<ViewRect> plates(taken.begin(), taken.end());
  for (const MeasuredLine& each : workspace_.document.measures.lines()) line(list, each, plates);
}

}  // namespace mannequin::preview
