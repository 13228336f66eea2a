// The colours of the built-in body's skin, eyes and hair: a few to press, or any by hand.
#pragma once

#include "tools/document/figure_colors.h"
#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class FigureColorsPanel : Panel {
 public:
  explicit FigureColorsPanel(Ui& ui) : Panel(ui) {}
  void toggle() { open_ = !open_; }
  bool is_open() const { return open_; }
  void draw();

 private:
  // first, by_hand: where in the row the colours begin, and the one by hand is.
  void part(document::FigurePart part, const Vec3f& now, float first, float by_hand);

  bool open_ = false;
};

}  // namespace mannequin::preview
