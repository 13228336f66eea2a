// The axes in the corner of the view: shows the orientation, and a click on one looks along it.
#pragma once

#include <array>
#include <optional>

#include "tools/preview/panels/shared/panel.h"
#include "tools/preview/panels/shared/view_rect.h"

namespace mannequin::preview {

class ViewTriad : Panel {
 public:
  explicit ViewTriad(Ui& ui) : Panel(ui) {}

  ViewRect place() const;
  // True while the pointer is on it.
  bool take_pointer(bool over_view);
  void draw(ImDrawList& list) const;

 private:
  struct End {
    std::size_t axis = 0;  // x, y, z
    bool positive = true;
    ImVec2 at;
    double towards = 0.0;  // towards the eye; greater is nearer
  };
  float px(float n) const;
  ImVec2 center() const;
  std::array<End, 6> ends() const;  // the farthest first

  std::optional<std::pair<std::size_t, bool>> hovered_;  // axis, positive
};

}  // namespace mannequin::preview
