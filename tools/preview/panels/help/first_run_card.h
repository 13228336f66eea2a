// The questions of the first start, in a corner of the view.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class FirstRunCard : Panel {
 public:
  explicit FirstRunCard(Ui& ui) : Panel(ui) {}
  // Nothing once the controls were chosen.
  void draw();

 private:
  void question(float room, bool small) const;
  void sample();
  void drop_hint(float room, bool small) const;

  float width_ = 0.0f;  // as last drawn
};

}  // namespace mannequin::preview
