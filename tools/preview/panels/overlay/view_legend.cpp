#include "tools/preview/panels/overlay/view_legend.h"

#include <algorithm>

namespace mannequin::preview {
namespace {

constexpr float kLegendRoom = 320.0f, kLegendBesideAvatar = 640.0f, kLeastOfWhole = 0.75f;

ImU32 screen_color(const Vec3f& c) {
  const auto eight_bits = [](float x) { return static_cast<ImU32>(255.0f * x + 0.5f); };
  return IM_COL32(eight_bits(c.r), eight_bits(c.g), eight_bits(c.b), 255);
}

}  // namespace

// Requires ray casts, so only if the colours have something to say, and not while the view is moving.
void ViewLegend::follow_pointer(bool over_view) {
  Views& views = workspace_.view.colors;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseDown[0] || io.MouseDown[1] || io.MouseDown[2]) return;
  views.point_at(std::nullopt);
  const Shading::Kind kind = views.shading().kind;
  if (!over_view || (kind != Shading::Kind::ramp && kind != Shading::Kind::colors)) return;
  const auto hits = workspace_.view.surface_along(ui_.view.ray(workspace_.view.camera(), io.MousePos));
  if (!hits.empty())
    views.point_at(PointedVertex{hits.front().mesh->id, hits.front().mesh->mesh.name(), hits.front().vertex});
}

// Shrinks in views that are small relative to the interface: it must fit, and leave room; in narrow ones a
// bit more, so that it does not reach the avatar in the middle.
float ViewLegend::px(float n) const {
  const float whole = std::min(ui_.scale, std::min(ui_.view.size.x, ui_.view.size.y) / kLegendRoom);
  return n * std::clamp(ui_.view.size.x / kLegendBesideAvatar, kLeastOfWhole * whole, whole);
}

float ViewLegend::text_size() const {
  return ui_.fonts.small->FontSize * ImGui::GetIO().FontGlobalScale * px(1.0f) / ui_.px(1.0f);
}

float ViewLegend::width_of(const std::string& text) const {
  return ui_.fonts.small->CalcTextSizeA(text_size(), 1e9f, 0.0f, text.c_str()).x;
}

float ViewLegend::line(ImDrawList& list, ImVec2 at, const std::string& text, ImU32 color) const {
  list.AddText(ui_.fonts.small, text_size(), at, color, text.c_str());
  return width_of(text);
}

void ViewLegend::ramp(ImDrawList& list, ImVec2 at, float width) const {
  const Legend& legend = workspace_.view.colors.legend();
  const Ramp& colors = *workspace_.view.colors.shading().ramp;
  const float height = px(14.0f), piece = width / static_cast<float>(colors.stops.size() - 1);
  for (std::size_t i = 0; i + 1 < colors.stops.size(); ++i) {
    const ImU32 left = screen_color(colors.stop(i)), right = screen_color(colors.stop(i + 1));
    const float x = at.x + static_cast<float>(i) * piece;
    list.AddRectFilledMultiColor({x, at.y}, {x + piece, at.y + height}, left, right, right, left);
  }
  // An arrow at an end: some values lie beyond it.
  const float middle = at.y + 0.5f * height, far = px(9.0f);
  if (legend.clipped_low)
    list.AddTriangleFilled({at.x - px(1.0f), at.y}, {at.x - px(1.0f), at.y + height}, {at.x - far, middle},
                           screen_color(colors.stop(0)));
  if (legend.clipped_high)
    list.AddTriangleFilled({at.x + width + px(1.0f), at.y}, {at.x + width + px(1.0f), at.y + height},
                           {at.x + width + far, middle}, screen_color(colors.stop(colors.stops.size() - 1)));
  for (const auto& [place, text] : legend.ticks) {
    const float x = at.x + static_cast<float>(place) * width;
    list.AddLine({x, at.y + height}, {x, at.y + height + px(3.0f)}, theme().text);
    line(list, {x - 0.5f * width_of(text), at.y + height + px(3.0f)}, text, theme().text);
  }
}

void ViewLegend::hatched_box(ImDrawList& list, ImVec2 at, ImVec2 size) const {
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, IM_COL32(128, 128, 128, 255));
  list.PushClipRect(at, {at.x + size.x, at.y + size.y}, true);
  for (float x = at.x - size.y; x < at.x + size.x; x += px(6.0f))
    list.AddLine({x, at.y}, {x + size.y, at.y + size.y}, IM_COL32(82, 82, 82, 255), px(1.6f));
  list.PopClipRect();
}

void ViewLegend::draw(ImDrawList& list, bool over_view, float bottom) {
  follow_pointer(over_view);
  const Views& views = workspace_.view.colors;
  const Legend& legend = views.legend();
  if (legend.title.empty()) return;
  const float row = px(20.0f), width = px(224.0f), inset = px(20.0f);
  const auto& pointed = views.pointed();
  const std::string value = pointed ? views.value_at(workspace_.document.avatar(), *pointed) : std::string();
  // The value's row is always present: a plate that changes its size would distract.
  const bool has_value = views.shading().kind != Shading::Kind::normals;
  const int rows =
      1 + (legend.hatching.empty() ? 0 : 1) + (legend.note.empty() ? 0 : 1) + (has_value ? 1 : 0);
  const float height = static_cast<float>(rows) * row + (legend.ramp ? px(38.0f) : 0.0f) + px(12.0f);
  const ImVec2 corner(ui_.view.min.x + ui_.view.size.x - width - 2.0f * inset - px(12.0f),
                      std::max(bottom - height, ui_.view.min.y));
  list.AddRectFilled(corner, {corner.x + width + 2.0f * inset, corner.y + height},
                     (theme().panel & 0x00ffffffu) | 0xe0000000u, px(5.0f));
  const float x = corner.x + inset;
  float y = corner.y + px(6.0f);
  list.PushClipRect(corner, {corner.x + width + 2.0f * inset, corner.y + height}, true);
  const float title = line(list, {x, y}, legend.title, theme().text);
  if (!legend.unit.empty()) line(list, {x + title + px(8.0f), y}, legend.unit, theme().secondary);
  y += row;
  if (legend.ramp) {
    ramp(list, {x, y + px(2.0f)}, width);
    y += px(38.0f);
  }
  if (!legend.hatching.empty()) {
    hatched_box(list, {x, y + px(3.0f)}, {px(26.0f), px(13.0f)});
    line(list, {x + px(34.0f), y}, legend.hatching, theme().text);
    y += row;
  }
  if (!legend.note.empty()) {
    line(list, {x, y}, legend.note, theme().secondary);
    y += row;
  }
  if (has_value)
    line(list, {x, y}, value.empty() ? "point at the mesh for figures" : "here " + value,
         value.empty() ? theme().secondary : theme().text);
  list.PopClipRect();
}

}  // namespace mannequin::preview
