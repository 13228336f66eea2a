// What is worn, and the findings about it: in the left column, or where that has no room, in a tab.
#pragma once

#include "tools/preview/panels/files/file_dialogs.h"
#include "tools/preview/panels/worn/findings_panel.h"
#include "tools/preview/panels/worn/worn_row.h"

namespace mannequin::preview {

class WornPanel : Panel {
 public:
  WornPanel(Ui& ui, FileDialogs& files) : Panel(ui), files_(files), row_(ui, files), findings_(ui) {}
  void draw_column();
  // Into the current window: one of both at a time, each with all of the height.
  void draw_tabs();
  // Brings up one of the tabs.
  void bring_up_rows() { bring_up_rows_ = true; }
  void bring_up_findings() { findings_.bring_up(); }
  void bring_up_messages() { findings_.bring_up_messages(); }
  // The row at this position, interface units.
  std::optional<std::size_t> row_at(ImVec2 point) const;
  // What was drawn before counts no longer: no rows are to be seen unless they are drawn again.
  void begin_frame() { row_ends_.clear(); }

 private:
  void stacked();
  void open_button();
  void drop_hint();
  void rows(float height);
  float height_of_rows(float room);

  FileDialogs& files_;
  WornRow row_;
  std::vector<WornConflict> conflicts_;
  std::uint64_t conflicts_revision_ = 0;  // of what is worn
  std::optional<std::size_t> listed_;     // rows in the previous picture
  int to_latest_ = 0;                     // pictures in which to scroll there
  ViewRect rows_;
  float needed_ = 0.0f;          // height of the rows in the previous picture
  std::vector<float> row_ends_;  // by row; its lower edge
  bool bring_up_rows_ = false;   // their tab
  FindingsPanel findings_;
};

}  // namespace mannequin::preview
