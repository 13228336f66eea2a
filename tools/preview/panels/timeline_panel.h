// The clip under the view: play, scrub, loop, speed.
#pragma once

#include "tools/preview/panels/panel.h"

namespace mannequin::preview {

class TimelinePanel : Panel {
 public:
  explicit TimelinePanel(Ui& ui) : Panel(ui) {}
  void draw();
};

}  // namespace mannequin::preview
