// The legend of the picture's colours, over the picture; and the value under the pointer.
#pragma once

#include "tools/preview/panels/overlay/figure_room.h"
#include "tools/preview/panels/shared/legend_plate.h"
#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class ViewLegend : Panel {
 public:
  explicit ViewLegend(Ui& ui) : Panel(ui) {}
  // `over_view`: the pointer is over the view and nothing covers it. `bottom`: the legend's lower edge, at
  // the right, next to the legs: heads and arms are higher up. Where that would cover too much of the view,
  // or some of the avatar, it is a strip of few lines in `room`. It stands above `marks`, the legend of
  // joints, where they would meet. Returns where it is; empty: nowhere.
  ViewRect draw(ImDrawList& list, bool over_view, const ViewRect& room, float bottom, const ViewRect& marks,
                const FigureRoom& figure);

 private:
  LegendPlate::Style style(float unit) const;
  void follow_pointer(bool over_view);

  bool beside_figure_ = true;
};

}  // namespace mannequin::preview
