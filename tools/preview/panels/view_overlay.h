// What lies over the picture: marks of joints, their legend, the selection, the note on standing.
#pragma once

#include "tools/preview/panels/view_legend.h"

namespace mannequin::preview {

class ViewOverlay : Panel {
 public:
  explicit ViewOverlay(Ui& ui) : Panel(ui), legend_(ui) {}
  void draw();
  // Joints under the pointer, those with most to tell first.
  const std::vector<JointIndex>& hovered() const { return hovered_; }

 private:
  void mark_legend(ImDrawList& list) const;
  void ground_note(ImDrawList& list) const;

  std::vector<JointIndex> hovered_;
  ViewLegend legend_;
};

}  // namespace mannequin::preview
