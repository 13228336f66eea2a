// Asks what to record, and shows the progress.
#pragma once

#include <string>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class RecordingPanel : Panel {
 public:
  explicit RecordingPanel(Ui& ui) : Panel(ui) {}
  void ask(RecordingPlan::Kind kind);
  void draw();

 private:
  void question();
  void kinds();
  void endings();
  void lengths();
  void set_path(const std::filesystem::path& path);
  void slider_choice();
  std::filesystem::path whole_path() const;
  void start();
  // How many existing files the pictures would replace; 0: none.
  int replaced() const;
  void progress();

  RecordingPlan plan_;
  char path_[512] = {};
  std::string problem_, replacing_;
  bool asking_ = false;
  std::filesystem::path asked_;  // asking whether to replace what has this path
};

}  // namespace mannequin::preview
