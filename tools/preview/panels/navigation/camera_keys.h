// Keys that move the camera while they are held.
#pragma once

#include "tools/preview/view/workspace.h"

namespace mannequin::preview {

class CameraKeys {
 public:
  // Call once per frame; uses ImGui's clock. `active`: the pointer is over the view, no text is typed.
  void frame(Workspace& workspace, bool active);
  bool moving() const { return held_ >= 0.0; }

 private:
  double held_ = -1.0;  // seconds; below 0: nothing is held
};

}  // namespace mannequin::preview
