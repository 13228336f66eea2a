// The lines along which measures are taken, over the picture with their lengths.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class MeasuringLines : Panel {
 public:
  explicit MeasuringLines(Ui& ui) : Panel(ui) {}
  void draw(ImDrawList& list);

 private:
  void line(ImDrawList& list, const MeasuredLine& line, std::vector<ImVec2>& labels);
};

}  // namespace mannequin::preview
