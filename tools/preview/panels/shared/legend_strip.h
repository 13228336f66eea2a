// The legend in few lines, for views that are small beside their letters: name or value, the colours, and
// what has no room beside these.
#pragma once

#include "tools/preview/panels/shared/legend_plate.h"

namespace mannequin::preview {

class LegendStrip {
 public:
  // The views must outlive it, and have a legend.
  LegendStrip(const Views& views, const LegendPlate::Style& style) : views_(views), style_(style) {}

  float height(float width) const;
  // value: at the pointer, in the place of the name; empty: nothing is pointed at.
  void draw(ImDrawList& list, ImVec2 corner, float width, const std::string& value) const;

 private:
  // Before scaling: of a line, at the edges, between texts, the hatched sample, and the least of the colours.
  static constexpr float kRow = 18.5f, kEdge = 3.0f, kGap = 6.0f, kBox = 20.0f, kLeastRamp = 40.0f;
  // Where it says what the hatching means.
  enum class Line { none, first, second, third };

  float px(float n) const { return n * style_.unit; }
  float width_of(const std::string& text) const;
  void text(ImDrawList& list, ImVec2 at, const std::string& text, float room, ImU32 color) const;
  float room_of(float width) const { return width - px(4.0f * kEdge); }
  std::string name() const;
  bool has_ramp() const { return views_.legend().ramp && !views_.legend().ticks.empty(); }
  std::string least() const;
  std::string most() const;
  float hatching_width() const;  // with the gap before it
  Line line_of_hatching(float room) const;
  bool has_third_line(float room) const;
  // In a line that ends there; returns where it begins.
  float hatching(ImDrawList& list, ImVec2 end) const;
  void ramp(ImDrawList& list, ImVec2 at, float width) const;

  const Views& views_;
  LegendPlate::Style style_;
};

}  // namespace mannequin::preview
