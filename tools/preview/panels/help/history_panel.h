// The undo history as a list; a click goes there.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class HistoryPanel : Panel {
 public:
  explicit HistoryPanel(Ui& ui) : Panel(ui) {}
  void toggle() { open_ = !open_; }
  bool is_open() const { return open_; }
  void draw();

 private:
  bool open_ = false;
  std::size_t shown_done_ = 0;  // scrolled to
};

}  // namespace mannequin::preview
