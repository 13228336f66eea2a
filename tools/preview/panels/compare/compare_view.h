// Two avatars in one view: which part of it shows which, the bar between them, their names.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

// What side B is called: the shape, pose or file that is worn now.
std::string name_of_present(const Workspace& workspace);
// Both would look alike, and nobody should search for a difference.
bool show_the_same(const DressedAvatar& a, const DressedAvatar& b);

class CompareView : Panel {
 public:
  explicit CompareView(Ui& ui) : Panel(ui) {}

  // Before anything is drawn over the view: gives each side its half if they stand side by side.
  void lay_out();
  // The bar and the key. True while they have the pointer.
  bool take_pointer(bool over_view);
  // Esc puts a bar that is dragged back; false if it means nothing here.
  bool key(const Shortcut& pressed);
  // Bar and names.
  void draw(ImDrawList& list) const;

 private:
  float bar_x() const;
  void plate(ImDrawList& list, ImVec2 at, const std::string& text, bool to_the_left) const;

  bool dragging_ = false, near_ = false;
  double bar_before_ = 0.5;  // the drag
};

}  // namespace mannequin::preview
