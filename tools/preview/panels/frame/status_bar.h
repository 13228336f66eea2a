// The line at the bottom: what was done last, what is shown, how to move, how fast and how exact.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

struct FrameTimes {
  double milliseconds = 0.0;  // of the last picture, drawn again
};

class StatusBar : Panel {
 public:
  static constexpr float kHeight = 30.0f;

  explicit StatusBar(Ui& ui) : Panel(ui) {}
  // `hovered`: what is under the pointer in the view, the most telling line first; empty over nothing.
  void draw(ImVec2 size, const FrameTimes& times, const std::string& hovered);
};

}  // namespace mannequin::preview
