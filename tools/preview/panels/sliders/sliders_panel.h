// The sliders as in the viewer's appearance editor.
#pragma once

#include "tools/preview/panels/files/file_dialogs.h"
#include "tools/preview/panels/sliders/clothing_row.h"
#include "tools/preview/panels/sliders/slider_row.h"

namespace mannequin::preview {

class SlidersPanel : Panel {
 public:
  SlidersPanel(Ui& ui, FileDialogs& files) : Panel(ui), files_(files), clothing_row_(ui, files) {}
  void draw();  // into the current window

 private:
  void head();
  void shape_button(float width);
  void shape_row();
  void shape_menu();
  void sex_row();
  void search_row();
  std::string shape_name() const;
  std::size_t count_edited() const;
  void fit_rows(float room);
  void section(const SectionDesc& section);
  void reveal();
  void mark_found(const ParameterDesc& parameter, const RowStyle& style);
  std::vector<const ParameterDesc*> shown_sliders(const SectionDesc& section) const;

  FileDialogs& files_;
  ClothingRow clothing_row_;
  SliderTyping typing_;
  std::set<int> unfolded_;  // parameters
  char search_[64] = {};
  enum class Filter { all, moving, edited } filter_ = Filter::all;
  bool low_ = false;      // the window is: all of the head is one row
  bool to_top_ = false;   // other sliders are listed: where they begin
  int found_slider_ = 0;  // 0: none
  bool height_in_feet_ = false;
  float line_ = 0.0f;      // of the rows: see RowStyle
  bool bring_up_ = false;  // the section that was opened
};

}  // namespace mannequin::preview
