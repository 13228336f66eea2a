// Two avatars in one view: which part shows which, the bar between them, their names.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

// The name of side B: the current shape, pose or file.
std::string name_of_present(const Workspace& workspace);
// Both look the same, so the user need not search for a difference.
bool show_the_same(const DressedAvatar& a, const DressedAvatar& b);

class CompareView : Panel {
 public:
  explicit CompareView(Ui& ui) : Panel(ui) {}

  // Call before drawing over the view: gives each side its half if they are side by side.
  void lay_out();
  // Handles the bar and its key. True while they have the pointer.
  bool take_pointer(bool over_view);
  // Esc resets a bar being dragged; false if it has no meaning here.
  bool key(const Shortcut& pressed);
  // Draws bar and names.
  void draw(ImDrawList& list) const;

 private:
  float bar_x() const;
  void handle(ImDrawList& list, ImVec2 at) const;
  // `at`: the lower corner that is beside the other side; room: as wide as it may be.
  void plate(ImDrawList& list, ImVec2 at, const std::string& text, bool to_the_left, float room) const;

  bool dragging_ = false, near_ = false;
  double bar_before_ = 0.5;  // the drag
};

}  // namespace mannequin::preview
