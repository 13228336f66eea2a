// Everything drawn over the picture: joint marks, their legend, the selection, the note on standing.
#pragma once

#include <optional>

#include "tools/preview/panels/overlay/mark_legend.h"
#include "tools/preview/panels/overlay/measuring_lines.h"
#include "tools/preview/panels/overlay/view_legend.h"

namespace mannequin::preview {

class ViewOverlay : Panel {
 public:
  explicit ViewOverlay(Ui& ui) : Panel(ui), marks_(ui), legend_(ui), measures_(ui) {}
  // triad: where the axes in the corner will be drawn.
  void draw(const ViewRect& triad);
  // Joints under the pointer, the most informative first.
  const std::vector<JointIndex>& hovered() const { return hovered_; }
  // Where the name of what is selected stands; empty: nowhere.
  const ViewRect& plate() const { return plate_; }

 private:
  float free_bottom() const;
  void displaced_limbs(ImDrawList& list, float scale) const;
  ViewRect room_for_legends() const;
  // Draws a plate and returns where it is.
  std::optional<ViewRect> ground_note(ImDrawList& list, ImVec2 pointer, float bottom,
                                      const ViewRect& marks) const;

  std::vector<JointIndex> hovered_;
  ViewRect plate_;
  MarkLegend marks_;
  ViewLegend legend_;
  MeasuringLines measures_;
};

}  // namespace mannequin::preview
