// Measures of the body as a table, next to pinned values.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class MeasuresPanel : Panel {
 public:
  explicit MeasuresPanel(Ui& ui) : Panel(ui) {}
  void draw();  // into the current window

 private:
  void table();
};

}  // namespace mannequin::preview
