// Weights: which joint's are shown and painted, how many vertices of the mesh in focus have them, and those
// of the clicked vertex and the one under the pointer.
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
  bool joint_list(JointIndex chosen);
  void modes();
  void count(JointIndex joint, JointIndex other);
  void counts();
  void pointed();
  bool facing(const WornMesh& mesh, std::size_t vertex);

  PaintPanel paint_;
  UnsavedWeights unsaved_;
  char search_[64] = {};
  JointIndex counted_ = kNoJoint;
  std::shared_ptr<const WornFile> counted_file_;  // null: all that is worn
  std::uint64_t counted_worn_ = 0;
  std::size_t vertices_ = 0, mirrored_vertices_ = 0;
};

}  // namespace mannequin::preview
