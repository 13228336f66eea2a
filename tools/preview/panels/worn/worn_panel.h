// The left column: what is worn, and below it the findings about it.
#pragma once

#include "tools/preview/panels/files/file_dialogs.h"
#include "tools/preview/panels/worn/findings_panel.h"
#include "tools/preview/panels/worn/worn_row.h"

namespace mannequin::preview {

class WornPanel : Panel {
 public:
  WornPanel(Ui& ui, FileDialogs& files) : Panel(ui), files_(files), row_(ui, files), findings_(ui) {}
  // Collapses to a strip with counts if there is no room; a click unfolds it over the view.
  void draw(bool rail);
  // The row at this position, interface units.
  std::optional<std::size_t> row_at(ImVec2 point) const;

 private:
  void rail();
  void column(float width);
  void stand_in();

  FileDialogs& files_;
  WornRow row_;
  std::vector<WornConflict> conflicts_;
  std::uint64_t conflicts_revision_ = 0;  // of what is worn
  bool unfolded_ = false;                 // over the view
  std::optional<std::size_t> listed_;     // rows in the previous picture
  ViewRect rows_;
  float needed_ = 0.0f;          // height of the rows in the previous picture
  std::vector<float> row_ends_;  // by row; its lower edge
  FindingsPanel findings_;
};

}  // namespace mannequin::preview
