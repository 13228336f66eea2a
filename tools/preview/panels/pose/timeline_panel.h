// The clip under the view: play, scrub, loop, speed.
#pragma once

#include <algorithm>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class TimelinePanel : Panel {
 public:
  explicit TimelinePanel(Ui& ui) : Panel(ui) {}
  void draw();
  // The height it takes from the bottom of the view: 0 without a clip.
  float height() const {
    return workspace_.document.timeline().has_clip() ? std::max(height_, px(64.0f)) : 0.0f;
  }

 private:
  float height_ = 0.0f;  // when last drawn
};

}  // namespace mannequin::preview
