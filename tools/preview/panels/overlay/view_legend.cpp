#include "tools/preview/panels/overlay/view_legend.h"

#include <algorithm>

namespace mannequin::preview {
namespace {

constexpr float kLegendRoom = 320.0f, kLegendBesideAvatar = 640.0f, kLeastOfWhole = 0.75f;
constexpr float kReadable = 0.75f;  // pixels a unit, below which thin strokes of letters vanish

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
  const float least = std::max(kLeastOfWhole * whole, std::min(kReadable, whole));
  return n * std::clamp(ui_.view.size.x / kLegendBesideAvatar, least, whole);
}

ViewRect ViewLegend::draw(ImDrawList& list, bool over_view, float bottom) {
  follow_pointer(over_view);
  const Views& views = workspace_.view.colors;
  const float unit = px(1.0f);
  const LegendPlate plate(
      views, {.theme = theme(),
              .font = ui_.fonts.small,
              .text_size = ui_.fonts.small->FontSize * ImGui::GetIO().FontGlobalScale * unit / ui_.px(1.0f),
              .unit = unit});
  if (!plate.shown()) return {};
  const auto& pointed = views.pointed();
  const std::string value = pointed ? views.value_at(workspace_.document.avatar(), *pointed) : std::string();
  const ImVec2 size = plate.size(true);
  const ImVec2 corner(ui_.view.min.x + ui_.view.size.x - size.x - px(12.0f),
                      std::max(bottom - size.y, ui_.view.min.y));
  plate.draw(list, corner, &value);
  return {corner, size};
}

}  // namespace mannequin::preview
