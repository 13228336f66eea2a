// The columns next to the view: their widths, and the splitters between them.
#pragma once

#include <string>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class Columns : Panel {
 public:
  explicit Columns(Ui& ui) : Panel(ui) {}

  struct Widths {
    float left, right;  // interface units
    bool narrow;        // no room for the left column: a strip in its place, and what it holds in a tab
  };
  // For a window of this width, whose right column asks for the width `right`.
  Widths widths(float window, float right) const;

  // The splitters at both sides of the view, over the panels. A drag moves one, a double-click resets it.
  void splitters(const Widths& now, float window, float right);

  static constexpr float kStrip = 40.0f;  // before scaling

 private:
  float kept(const std::string& name, float otherwise) const;
  void splitter(const char* id, float x, float now, float sign, const std::string& name);

  float before_ = 0.0f;  // width when the drag began
};

}  // namespace mannequin::preview
