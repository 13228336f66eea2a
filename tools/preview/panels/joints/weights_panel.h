// Weights: whose are shown in the view, how many vertices have them, and those of the vertex at the pointer.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class WeightsPanel : Panel {
 public:
  explicit WeightsPanel(Ui& ui) : Panel(ui) {}
  void draw();  // into the current window

 private:
  void joint_choice();
  void modes();
  void counts();
  void pointed();

  char search_[64] = {};
  // Counted once per choice: every vertex is asked.
  JointIndex counted_ = kNoJoint;
  std::uint64_t counted_worn_ = 0;
  std::size_t vertices_ = 0, mirrored_vertices_ = 0;
};

}  // namespace mannequin::preview
