// The sliders as in the viewer's appearance editor.
#pragma once

#include "tools/preview/panels/files/file_dialogs.h"
#include "tools/preview/panels/sliders/slider_row.h"

namespace mannequin::preview {

class SlidersPanel : Panel {
 public:
  SlidersPanel(Ui& ui, FileDialogs& files) : Panel(ui), files_(files) {}
  void draw();  // into the current window

 private:
  void head();
  void shape_buttons();
  void section(const SectionDesc& section);
  void reveal();
  void mark_found(const ParameterDesc& parameter);
  std::vector<const ParameterDesc*> shown_sliders(const SectionDesc& section) const;

  FileDialogs& files_;
  SliderTyping typing_;
  std::set<int> unfolded_;  // parameters
  char search_[64] = {};
  enum class Filter { all, moving, edited } filter_ = Filter::all;
  int found_slider_ = 0;  // 0: none
  bool height_in_feet_ = false;
};

}  // namespace mannequin::preview
