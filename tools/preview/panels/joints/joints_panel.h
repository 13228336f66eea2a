// The worn joint offsets as a table.
#pragma once

#include "tools/document/offset_table.h"
#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class JointsPanel : Panel {
 public:
  explicit JointsPanel(Ui& ui) : Panel(ui) {}
  void draw();  // into the current window

 private:
  void turn_on();
  void table(const std::vector<const OffsetRow*>& rows);
  void row(const OffsetRow& row, bool first);
  std::string below_the_figures(const OffsetRow& row) const;
  float least_width(const std::vector<const OffsetRow*>& rows) const;
  float notes_width() const;

  char search_[64] = {};
  bool moved_only_ = true;
  bool wide_ = false, narrow_ = false;  // there is room for all columns; for name and offset alone
  std::vector<OffsetRow> rows_;
  std::uint64_t rows_revision_ = 0;  // the scene they belong to
};

}  // namespace mannequin::preview
