// What is wrong with what is worn, and what was done lately.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class FindingsPanel : Panel {
 public:
  explicit FindingsPanel(Ui& ui) : Panel(ui) {}
  void draw();  // into the current window
  // Lists those of one file alone, until all are wanted again.
  void show_only(std::filesystem::path file) { only_ = std::move(file), bring_up_ = true; }

 private:
  void list_findings();
  void turn_positions_on(const std::filesystem::path& path);
  void row(const FileFinding& found);
  void list_costs();
  void list_messages();
  void which_file();

  std::filesystem::path only_;  // empty: of all files
  bool bring_up_ = false;       // the tab
};

}  // namespace mannequin::preview
