// The legend of the picture's colours, over the picture; and the value under the pointer.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class ViewLegend : Panel {
 public:
  explicit ViewLegend(Ui& ui) : Panel(ui) {}
  // `over_view`: the pointer is over the view and nothing covers it. `bottom`: the legend's lower edge, at
  // the right, next to the legs: heads and arms are higher up.
  void draw(ImDrawList& list, bool over_view, float bottom);

 private:
  float px(float n) const;
  float text_size() const;
  float width_of(const std::string& text) const;
  void follow_pointer(bool over_view);
  float line(ImDrawList& list, ImVec2 at, const std::string& text, ImU32 color) const;
  void ramp(ImDrawList& list, ImVec2 at, float width) const;
  void hatched_box(ImDrawList& list, ImVec2 at, ImVec2 size) const;
};

}  // namespace mannequin::preview
