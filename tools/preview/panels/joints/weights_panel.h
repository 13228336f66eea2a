// Weights: which joint's are shown, how many vertices have them, and those of the vertex under the pointer.
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
  bool facing(const WornMesh& mesh, std::size_t vertex);

  char search_[64] = {};
  // Counted once per choice, over all vertices.
  JointIndex counted_ = kNoJoint;
  std::uint64_t counted_worn_ = 0;
  std::size_t vertices_ = 0, mirrored_vertices_ = 0;
};

}  // namespace mannequin::preview
