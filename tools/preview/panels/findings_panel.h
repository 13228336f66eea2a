// What is wrong with what is worn, and what was done lately.
#pragma once

#include "tools/preview/panels/panel.h"

namespace mannequin::preview {

class FindingsPanel : Panel {
 public:
  explicit FindingsPanel(Ui& ui) : Panel(ui) {}
  void draw();  // into the current window

 private:
  void list_findings();
  void row(const FileFinding& found);
  void list_messages();
};

}  // namespace mannequin::preview
