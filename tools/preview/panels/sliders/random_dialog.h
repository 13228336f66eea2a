// Random shapes, with a live preview.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class RandomDialog : Panel {
 public:
  explicit RandomDialog(Ui& ui) : Panel(ui) {}
  void open();
  void draw();

 private:
  void show();
  void close(bool keep);

  bool open_ = false;
  int seed_ = 1, percent_ = 40;
  SliderValues before_;
};

}  // namespace mannequin::preview
