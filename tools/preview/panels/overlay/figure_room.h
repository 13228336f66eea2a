// Which part of the view the avatar needs: plates go beside it, or the camera makes room for them.
#pragma once

#include <initializer_list>
#include <vector>

#include "tools/preview/panels/shared/view_rect.h"

namespace mannequin::preview {

class FigureRoom {
 public:
  // `outline`: where the avatar stands while nothing is covered, in shares of the view; empty: not known, as
  // the user moved the camera or the avatar moves by itself. What was decided before then stays.
  FigureRoom(const ViewRect& view, std::vector<glm::dvec2> outline, float unit)
      : view_(view), outline_(std::move(outline)), unit_(unit) {}

  bool known() const { return !outline_.empty(); }
  // Whether a plate there would hide some of it, or come close to that. `before`: the answer until now, which
  // stays for a little more, so that it does not change back and forth.
  bool hidden_by(const ViewRect& plate, bool before) const;
  // The share of the view's height, at its bottom, that such plates take. `before`: likewise.
  float covered(std::initializer_list<ViewRect> plates, float before) const;

 private:
  ViewRect view_;
  std::vector<glm::dvec2> outline_;
  float unit_;  // interface units per unit of design
};

}  // namespace mannequin::preview
