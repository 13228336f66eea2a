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

std::string LegendStrip::name() const {
  const Legend& legend = views_.legend();
  return legend.unit.empty() ? legend.title : legend.title + "  " + legend.unit;
}

std::string LegendStrip::least() const {
  const Legend& legend = views_.legend();
  return (legend.clipped_low ? "\u2264 " : "") + legend.ticks.front().second;
}

std::string LegendStrip::most() const {
  const Legend& legend = views_.legend();
  return (legend.clipped_high ? "\u2265 " : "") + legend.ticks.back().second;
}

float LegendStrip::hatching_width() const {
  const std::string& meaning = views_.legend().hatching;
  return meaning.empty() ? 0.0f : px(3.0f * kGap + kBox) + width_of(meaning);
}

// At the end of the first line that has room for it, whatever is pointed at.
LegendStrip::Line LegendStrip::line_of_hatching(float room) const {
  if (views_.legend().hatching.empty()) return Line::none;
  const float its = hatching_width();
  if (width_of(name()) + its <= room) return Line::first;
  const bool beside_ramp =
      has_ramp() && width_of(least()) + width_of(most()) + px(2.0f * kGap + kLeastRamp) + its <= room;
  return beside_ramp ? Line::second : Line::third;
}

bool LegendStrip::has_third_line(float room) const {
  return line_of_hatching(room) == Line::third || (has_ramp() && !views_.legend().note.empty());
}

float LegendStrip::height(float width) const {
  return px((has_third_line(room_of(width)) ? 3.0f : 2.0f) * kRow + 2.0f * kEdge);
}

float LegendStrip::hatching(ImDrawList& list, ImVec2 end) const {
  const std::string& meaning = views_.legend().hatching;
  const float box = px(kBox), x = end.x - width_of(meaning), left = x - px(kGap) - box;
  draw_hatching(list, {left, end.y + px(3.0f)}, {box, px(13.0f)}, px(6.0f));
  text(list, {x, end.y}, meaning, width_of(meaning) + 1.0f, style_.theme.text);
  return left;
}

// Between the figures of its ends; the middle one has only its line.
void LegendStrip::ramp(ImDrawList& list, ImVec2 at, float width) const {
  const float left = at.x + width_of(least()) + px(kGap), right = at.x + width - width_of(most()) - px(kGap),
              top = at.y + px(3.0f), bottom = top + px(13.0f);
  text(list, at, least(), width, style_.theme.text);
  text(list, {right + px(kGap), at.y}, most(), width, style_.theme.text);
  if (right <= left) return;
  draw_ramp(list, *views_.shading().ramp, {left, top}, {right - left, bottom - top}, views_.dotted());
  for (const auto& [place, figure] : views_.legend().ticks) {
    const float x = left + static_cast<float>(place) * (right - left);
    list.AddLine({x, bottom}, {x, bottom + px(2.0f)}, style_.theme.text);
  }
}

void LegendStrip::draw(ImDrawList& list, ImVec2 corner, float width, const std::string& value) const {
  list.AddRectFilled(corner, {corner.x + width, corner.y + height(width)},
                     (style_.theme.panel & 0x00ffffffu) | 0xe0000000u, px(5.0f));
  const ImVec2 at(corner.x + px(2.0f * kEdge), corner.y + px(kEdge));
  const float room = room_of(width), end = at.x + room;
  const Line hatched = line_of_hatching(room);
  // What a line has left for the rest of it.
  const auto rest = [&](Line line, float y) {
    return hatched == line ? hatching(list, {end, y}) - px(2.0f * kGap) - at.x : room;
  };
  float y = at.y;
  const float first = rest(Line::first, y);
  const std::string here = tr("here {}", value), named = views_.legend().title + "  " + here;
  text(list, at, value.empty() ? name() : width_of(named) <= first ? named : here, first, style_.theme.text);
  y += px(kRow);
  const float beside = rest(Line::second, y);
  if (has_ramp())
    ramp(list, {at.x, y}, beside);
  else
    text(list, {at.x, y}, views_.legend().note, beside, style_.theme.secondary);
  if (!has_third_line(room)) return;
  y += px(kRow);
  const float last = rest(Line::third, y);
  if (has_ramp()) text(list, {at.x, y}, views_.legend().note, last, style_.theme.secondary);
}

}  // namespace mannequin::preview
