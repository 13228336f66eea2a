// The left column of a window that has no room for one: counts, which open its contents in a tab.
#pragma once

#include <string>
#include <vector>

#include "tools/preview/panels/columns/right_column.h"
#include "tools/preview/panels/worn/worn_panel.h"

namespace mannequin::preview {

class LeftStrip : Panel {
 public:
  LeftStrip(Ui& ui, WornPanel& worn, RightColumn& right) : Panel(ui), worn_(worn), right_(right) {}
  void draw();

 private:
  bool button(const char* id, const std::vector<std::string>& lines, ImU32 color) const;

  WornPanel& worn_;
  RightColumn& right_;
};

}  // namespace mannequin::preview
