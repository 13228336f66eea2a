// The rows with weights that no file has, each with a button to save them.
#pragma once

#include "tools/preview/panels/files/file_dialogs.h"
#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class UnsavedWeights : Panel {
 public:
  UnsavedWeights(Ui& ui, FileDialogs& files) : Panel(ui), files_(files) {}
  void draw();  // into the current window; nothing if there are none

 private:
  FileDialogs& files_;
};

}  // namespace mannequin::preview
