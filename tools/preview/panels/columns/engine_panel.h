// Which backend skins, how exact it is, and how long each stage takes.
#pragma once

#include <set>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class EnginePanel : Panel {
 public:
  explicit EnginePanel(Ui& ui) : Panel(ui) {}
  void draw();  // into the current window

 private:
  void backends();
  void error();
  void times();
  void graph(float height);

  std::set<std::string> refused_;  // backends unavailable on this machine
};

}  // namespace mannequin::preview
