// Weights: which joint's are shown and painted, how many vertices have them, and those of the clicked vertex
// and the one under the pointer.
#pragma once

#include "tools/preview/panels/files/unsaved_weights.h"
#include "tools/preview/panels/joints/paint_panel.h"

namespace mannequin::preview {

class WeightsPanel : Panel {
 public:
  WeightsPanel(Ui& ui, FileDialogs& files) : Panel(ui), paint_(ui), unsaved_(ui, files) {}
  void draw();  // into the current window

 private:
  void joint_choice();
  void modes();
  void counts();
  void pointed();
  bool facing(const WornMesh& mesh, std::size_t vertex);

  PaintPanel paint_;
  UnsavedWeights unsaved_;
  char search_[64] = {};
  // Counted once per choice, over all vertices.
  JointIndex counted_ = kNoJoint;
  std::uint64_t counted_worn_ = 0;
  std::size_t vertices_ = 0, mirrored_vertices_ = 0;
};

}  // namespace mannequin::preview
