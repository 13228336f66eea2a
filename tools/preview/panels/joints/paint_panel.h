// Painting weights: the brush, the locks, and the joints of the clicked vertex to type into.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class PaintPanel : Panel {
 public:
  explicit PaintPanel(Ui& ui) : Panel(ui) {}
  void brush();   // into the current window
  void vertex();  // the same

 private:
  void modes();
  void sizes();
  void locks();
  void lock_of(JointIndex joint);
  void row(const WornMesh& mesh, JointIndex joint, double weight, bool can_type);

  // Into the field that is being dragged or typed into, until that is done.
  JointIndex typing_ = kNoJoint;
  double typed_ = 0.0;
};

}  // namespace mannequin::preview
