// The user's guide inside the window, with a search field.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/preview/panels/help/guide_pages.h"
#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class HelpPanel : Panel {
 public:
  explicit HelpPanel(Ui& ui) : Panel(ui) {}
  void toggle() { open_ = !open_; }
  void draw();

 private:
  void make_pages();
  void draw_page(const GuidePage& page) const;

  bool open_ = false;
  char wanted_[64] = {};
  std::vector<GuidePage> pages_;  // created on first opening
  std::size_t page_ = 0;
  std::map<std::string, std::size_t> finding_pages_;  // by code
  bool scroll_ = false;                               // to the title of the page
};

}  // namespace mannequin::preview
