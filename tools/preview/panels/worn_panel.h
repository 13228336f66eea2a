// The left column: what is worn, and below it what is wrong with it.
#pragma once

#include "tools/preview/panels/file_dialogs.h"
#include "tools/preview/panels/findings_panel.h"

namespace mannequin::preview {

class WornPanel : Panel {
 public:
  WornPanel(Ui& ui, FileDialogs& files) : Panel(ui), files_(files), findings_(ui) {}
  void draw();

 private:
  void row(std::size_t index);

  FileDialogs& files_;
  FindingsPanel findings_;
};

}  // namespace mannequin::preview
