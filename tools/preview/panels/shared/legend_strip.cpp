#include "tools/preview/panels/shared/legend_strip.h"

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/legend_colors.h"

namespace mannequin::preview {

float LegendStrip::width_of(const std::string& text) const {
  return style_.font->CalcTextSizeA(style_.text_size, 1e9f, 0.0f, text.c_str()).x;
}

void LegendStrip::text(ImDrawList& list, ImVec2 at, const std::string& text, float room, ImU32 color) const {
  draw_fitted(list, at, text, room, *style_.font, style_.text_size, color);
}

// At its end what the hatching means, where there is room for both.
void LegendStrip::first_line(ImDrawList& list, ImVec2 at, float width, const std::string& value) const {
  const Legend& legend = views_.legend();
  const std::string name = !value.empty()        ? tr("here {}", value)
                           : legend.unit.empty() ? legend.title
                                                 : legend.title + "  " + legend.unit;
  text(list, at, name, width, style_.theme.text);
  if (legend.hatching.empty()) return;
  const float box = px(20.0f), gap = px(6.0f), meaning = width_of(legend.hatching);
  if (width_of(name) + 2.0f * gap + box + gap + meaning > width) return;
  const float x = at.x + width - meaning;
  draw_hatching(list, {x - gap - box, at.y + px(3.0f)}, {box, px(13.0f)}, px(6.0f));
  text(list, {x, at.y}, legend.hatching, meaning + 1.0f, style_.theme.text);
}

// The ramp between the figures of its ends; the middle one has only its line.
void LegendStrip::second_line(ImDrawList& list, ImVec2 at, float width) const {
  const Legend& legend = views_.legend();
  if (!legend.ramp || legend.ticks.empty()) return text(list, at, legend.note, width, style_.theme.secondary);
  const std::string least = (legend.clipped_low ? "\u2264 " : "") + legend.ticks.front().second,
                    most = (legend.clipped_high ? "\u2265 " : "") + legend.ticks.back().second;
  const float gap = px(6.0f), left = at.x + width_of(least) + gap,
              right = at.x + width - width_of(most) - gap, top = at.y + px(3.0f), bottom = top + px(13.0f);
  text(list, at, least, width, style_.theme.text);
  text(list, {right + gap, at.y}, most, width, style_.theme.text);
  if (right <= left) return;
  draw_ramp(list, *views_.shading().ramp, {left, top}, {right - left, bottom - top});
  for (const auto& [place, figure] : legend.ticks) {
    const float x = left + static_cast<float>(place) * (right - left);
    list.AddLine({x, bottom}, {x, bottom + px(2.0f)}, style_.theme.text);
  }
}

void LegendStrip::draw(ImDrawList& list, ImVec2 corner, float width, const std::string& value) const {
  list.AddRectFilled(corner, {corner.x + width, corner.y + height()},
                     (style_.theme.panel & 0x00ffffffu) | 0xe0000000u, px(5.0f));
  const ImVec2 at(corner.x + px(2.0f * kEdge), corner.y + px(kEdge));
  const float room = width - px(4.0f * kEdge);
  first_line(list, at, room, value);
  second_line(list, {at.x, at.y + px(kRow)}, room);
}

}  // namespace mannequin::preview
