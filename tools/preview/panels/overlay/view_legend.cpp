#include "tools/preview/panels/overlay/view_legend.h"

#include <algorithm>

#include "tools/document/worn_names.h"
#include "tools/preview/panels/shared/legend_strip.h"
#include "tools/preview/panels/shared/plate_layer.h"

namespace mannequin::preview {
namespace {

// Of the view's width, before scaling: in a narrower one the legend shrinks, so that it does not reach the
// avatar in the middle; but its letters, of 15 pixels, keep at least 12.
constexpr float kLegendBesideAvatar = 640.0f, kLeastLetters = 12.0f / 15.0f;
constexpr float kMostOfViewWidth = 0.55f, kMostOfViewHeight = 0.3f;  // of the view, else it is a strip
constexpr float kLegendMargin = 12.0f, kStripWidth = 460.0f;         // before scaling
constexpr float kLowView = 240.0f, kAboveMarks = 8.0f, kAboveMarksInLow = 3.0f;

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
  if (hits.empty()) return;
  const WornMesh& mesh = *hits.front().mesh;
  views.point_at(PointedVertex{mesh.id, name_told_apart(workspace_.document.avatar().worn(), mesh),
                               hits.front().vertex});
}

LegendPlate::Style ViewLegend::style(float unit) const {
  return {.theme = theme(),
          .font = ui_.fonts.small,
          .text_size = ui_.fonts.small->FontSize * ImGui::GetIO().FontGlobalScale * unit / px(1.0f),
          .unit = unit};
}

ViewRect ViewLegend::draw(ImDrawList& list, bool over_view, const ViewRect& room, float bottom,
                          const ViewRect& marks, const FigureRoom& figure) {
  follow_pointer(over_view);
  const PlateLayer layer(list);
  const Views& views = workspace_.view.colors;
  const ViewRect& view = ui_.view;
  const auto& pointed = views.pointed();
  const std::string value = pointed ? views.value_at(workspace_.document.avatar(), *pointed) : std::string();
  const auto place = [&](ImVec2 size) {
    const float right = std::min(px(kLegendMargin), 0.5f * (room.size.x - size.x));
    ViewRect at{{room.min.x + room.size.x - size.x - right, bottom - size.y}, size};
    if (at.meets(marks))
      at.min.y = marks.min.y - px(room.size.y < px(kLowView) ? kAboveMarksInLow : kAboveMarks) - size.y;
    at.min.y = std::max(at.min.y, view.min.y);
    return at;
  };
  for (const float letters :
       {std::clamp(view.size.x / kLegendBesideAvatar, kLeastLetters, 1.0f), kLeastLetters}) {
    const LegendPlate plate(views, style(px(letters)));
    if (!plate.shown()) return {};
    const ImVec2 size = plate.size(true);
    if (size.x > kMostOfViewWidth * view.size.x || size.y > kMostOfViewHeight * view.size.y) continue;
    beside_figure_ = !figure.hidden_by(place(size), !beside_figure_);
    if (!beside_figure_) continue;
    plate.draw(list, place(size).min, &value);
    return place(size);
  }
  const LegendStrip strip(views, style(px(kLeastLetters)));
  const float width = std::min(px(kStripWidth * kLeastLetters), room.size.x);
  const ViewRect at = place({width, strip.height(width)});
  strip.draw(list, at.min, width, value);
  return at;
}

}  // namespace mannequin::preview
