// What the present avatar is compared with, how both are shown, and how far apart they are.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class ComparePanel : Panel {
 public:
  explicit ComparePanel(Ui& ui) : Panel(ui) {}
  void draw();  // into the current window

 private:
  void layout();
  void side_a();
  void distances();
};

}  // namespace mannequin::preview
