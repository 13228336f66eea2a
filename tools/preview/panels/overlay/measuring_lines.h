// The lines along which measures are taken, over the picture with their lengths.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class MeasuringLines : Panel {
 public:
  explicit MeasuringLines(Ui& ui) : Panel(ui) {}
  // Its labels go beside what is `taken` by other plates.
  void draw(ImDrawList& list, std::span<const ViewRect> taken);

 private:
  void line(ImDrawList& list, const MeasuredLine& line, std::vector<ViewRect>& taken);
  float letters() const;
  void label(ImDrawList& list, const std::string& text, ImVec2 corner, ImVec2 extent,
             std::vector<ViewRect>& taken);
};

}  // namespace mannequin::preview
