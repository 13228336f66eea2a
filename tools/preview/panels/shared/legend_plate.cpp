#include "tools/preview/panels/shared/legend_plate.h"

#include <algorithm>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/legend_colors.h"

namespace mannequin::preview {
namespace {

constexpr float kWidth = 224.0f, kMostWidth = 340.0f, kInset = 20.0f, kRow = 20.0f, kRampRow = 38.0f,
                kBeforeUnit = 8.0f;  // before the unit
constexpr float kHatchRoom = 34.0f;  // before what the hatching means
constexpr float kMargin = 12.0f;     // to the edges of a saved picture

}  // namespace

float LegendPlate::width_of(const std::string& text) const {
  return style_.font->CalcTextSizeA(style_.text_size, 1e9f, 0.0f, text.c_str()).x;
}

// What it always says is seen in full, in languages with longer words too; but it is no wider than it must
// be.
float LegendPlate::text_room() const {
  const Legend& legend = views_.legend();
  float widest = std::max({width_of(legend.note), width_of(tr("point at the mesh for figures")),
                           width_of(legend.title) + px(kBeforeUnit) + width_of(legend.unit)});
  if (!legend.hatching.empty()) widest = std::max(widest, px(kHatchRoom) + width_of(legend.hatching));
  return std::clamp(widest, px(kWidth), px(kMostWidth));
}

float LegendPlate::line(ImDrawList& list, ImVec2 at, const std::string& text, ImU32 color) const {
  list.AddText(style_.font, style_.text_size, at, color, text.c_str());
  return width_of(text);
}

void LegendPlate::ramp(ImDrawList& list, ImVec2 at, float width) const {
  const Legend& legend = views_.legend();
  const Ramp& colors = *views_.shading().ramp;
  const float height = px(14.0f);
  draw_ramp(list, colors, at, {width, height}, views_.dotted());
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
    list.AddLine({x, at.y + height}, {x, at.y + height + px(3.0f)}, style_.theme.text);
    line(list, {x - 0.5f * width_of(text), at.y + height + px(3.0f)}, text, style_.theme.text);
  }
}

ImVec2 LegendPlate::size(bool with_value) const {
  const Legend& legend = views_.legend();
  const int rows = 1 + (legend.hatching.empty() ? 0 : 1) + (legend.note.empty() ? 0 : 1) +
                   (with_value && says_values() ? 1 : 0);
  return {text_room() + px(2.0f * kInset),
          px(static_cast<float>(rows) * kRow + (legend.ramp ? kRampRow : 0.0f) + 12.0f)};
}

void LegendPlate::draw(ImDrawList& list, ImVec2 corner, const std::string* value) const {
  const Legend& legend = views_.legend();
  const Theme& theme = style_.theme;
  const float row = px(kRow);
  const ImVec2 plate = size(value != nullptr), end(corner.x + plate.x, corner.y + plate.y);
  list.AddRectFilled(corner, end, (theme.panel & 0x00ffffffu) | (style_.solid ? 0xff000000u : 0xe0000000u),
                     style_.solid ? 0.0f : px(5.0f));
  const float x = corner.x + px(kInset);
  float y = corner.y + px(6.0f);
  list.PushClipRect(corner, end, true);
  // The unit must be seen, however long the name of what is compared.
  const float unit = legend.unit.empty() ? 0.0f : px(kBeforeUnit) + width_of(legend.unit);
  const float title =
      line(list, {x, y},
           cut_in_the_middle(legend.title, text_room() + px(kInset) - unit, *style_.font, style_.text_size),
           theme.text);
  if (!legend.unit.empty()) line(list, {x + title + px(kBeforeUnit), y}, legend.unit, theme.secondary);
  y += row;
  if (legend.ramp) {
    ramp(list, {x, y + px(2.0f)}, text_room());
    y += px(kRampRow);
  }
  if (!legend.hatching.empty()) {
    draw_hatching(list, {x, y + px(3.0f)}, {px(26.0f), px(13.0f)}, px(6.0f));
    line(list, {x + px(kHatchRoom), y}, legend.hatching, theme.text);
    y += row;
  }
  if (!legend.note.empty()) {
    line(list, {x, y}, legend.note, theme.secondary);
    y += row;
  }
  if (value != nullptr && says_values())
    draw_fitted(list, {x, y}, value->empty() ? tr("point at the mesh for figures") : tr("here {}", *value),
                text_room() + px(kInset), *style_.font, style_.text_size,
                value->empty() ? theme.secondary : theme.text);
  list.PopClipRect();
}

float legend_scale(int width, int height) {
  constexpr float kDesigned = 800.0f, kLeast = 0.8f, kMostOfWidth = 0.45f, kLegible = 0.5f;
  const float wanted = std::max(static_cast<float>(std::min(width, height)) / kDesigned, kLeast);
  const float scale =
      std::min(wanted, kMostOfWidth * static_cast<float>(width) / (kWidth + 2.0f * kInset + kMargin));
  return scale < kLegible ? 0.0f : scale;
}

void draw_legend(ImDrawList& list, const Fonts& fonts, const Views& views, const Theme& theme, int width,
                 int height, bool solid) {
  const float scale = legend_scale(width, height);
  const LegendPlate plate(views, {.theme = theme,
                                  .font = fonts.small,
                                  .text_size = fonts.small->FontSize,
                                  .unit = scale,
                                  .solid = solid});
  const ImVec2 size = plate.size(false);
  plate.draw(list,
             {static_cast<float>(width) - size.x - kMargin * scale,
              static_cast<float>(height) - size.y - kMargin * scale},
             nullptr);
}

}  // namespace mannequin::preview
