// All keys, in a separate window.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class KeyHelp : Panel {
 public:
  explicit KeyHelp(Ui& ui) : Panel(ui) {}
  void toggle() { open_ = !open_; }
  void draw();

 private:
  bool open_ = false;
};

}  // namespace mannequin::preview
