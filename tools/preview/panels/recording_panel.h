// Asking what to record, and how far it has come.
#pragma once

#include <string>

#include "tools/preview/panels/panel.h"

namespace mannequin::preview {

class RecordingPanel : Panel {
 public:
  explicit RecordingPanel(Ui& ui) : Panel(ui) {}
  void ask(RecordingPlan::Kind kind);
  void draw();

 private:
  void question();
  void slider_choice();
  void start();
  void progress();

  RecordingPlan plan_;
  char path_[512] = {};
  std::string problem_;
  bool asking_ = false;
};

}  // namespace mannequin::preview
