// The status bar: the last action, what is shown, how to navigate, how fast and how exact.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

struct FrameTimes {
  double milliseconds = 0.0;  // of the last redrawn picture
};

class StatusBar : Panel {
 public:
  static constexpr float kHeight = 28.0f;

  explicit StatusBar(Ui& ui) : Panel(ui) {}
  // `hovered`: what is under the pointer in the view, the most informative line first; empty over nothing.
  // True when the last message is clicked.
  bool draw(ImVec2 size, const FrameTimes& times, const std::string& hovered);
};

}  // namespace mannequin::preview
