// The legend in two lines, for views that are small beside their letters: name or value, and the colours.
#pragma once

#include "tools/preview/panels/shared/legend_plate.h"

namespace mannequin::preview {

class LegendStrip {
 public:
  // The views must outlive it, and have a legend.
  LegendStrip(const Views& views, const LegendPlate::Style& style) : views_(views), style_(style) {}

  float height() const { return px(2.0f * kRow + 2.0f * kEdge); }
  // value: at the pointer, in the place of the name; empty: nothing is pointed at.
  void draw(ImDrawList& list, ImVec2 corner, float width, const std::string& value) const;

 private:
  static constexpr float kRow = 18.5f, kEdge = 3.0f;

  float px(float n) const { return n * style_.unit; }
  float width_of(const std::string& text) const;
  void text(ImDrawList& list, ImVec2 at, const std::string& text, float room, ImU32 color) const;
  void first_line(ImDrawList& list, ImVec2 at, float width, const std::string& value) const;
  void second_line(ImDrawList& list, ImVec2 at, float width) const;

  const Views& views_;
  LegendPlate::Style style_;
};

}  // namespace mannequin::preview
