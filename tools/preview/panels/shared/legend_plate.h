// The plate that explains the colours of a picture: name, unit and range. In the view, and on saved pictures.
#pragma once

#include <imgui.h>

#include <string>

#include "tools/preview/panels/shared/theme.h"
#include "tools/preview/view/views.h"

namespace mannequin::preview {

class LegendPlate {
 public:
  struct Style {
    const Theme& theme;
    ImFont* font;
    float text_size;     // height of a line
    float unit = 1.0f;   // pixels per unit of design
    bool solid = false;  // nothing shows through
  };
  // The views must outlive it.
  LegendPlate(const Views& views, const Style& style) : views_(views), style_(style) {}

  // Whether there is anything to explain.
  bool shown() const { return !views_.legend().title.empty(); }
  // with_value: with a row for the value at the pointer. It is always there or never: a plate that changes
  // its size would distract.
  ImVec2 size(bool with_value) const;
  // value: that row's text; null: without it. Empty text: invites to point.
  void draw(ImDrawList& list, ImVec2 corner, const std::string* value) const;

 private:
  float px(float n) const { return n * style_.unit; }
  bool says_values() const { return views_.shading().kind != Shading::Kind::normals; }
  float width_of(const std::string& text) const;
  float text_room() const;  // width of its lines, and of the ramp
  float line(ImDrawList& list, ImVec2 at, const std::string& text, ImU32 color) const;
  void ramp(ImDrawList& list, ImVec2 at, float width) const;

  const Views& views_;
  Style style_;
};

// How large the plate is on a saved picture, 1: as in the window; 0: the picture is too small for words.
float legend_scale(int width, int height);

// At the lower right of a picture of this size, as in the view.
void draw_legend(ImDrawList& list, const Fonts& fonts, const Views& views, const Theme& theme, int width,
                 int height, bool solid);

}  // namespace mannequin::preview
