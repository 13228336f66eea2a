// Where a mark's label goes in the view.
#pragma once

#include <span>

#include "tools/preview/panels/shared/view_rect.h"

namespace mannequin::preview {

struct LabelPlace {
  ImVec2 corner;
  bool free = false;  // it covers neither the mark, nor the pointer, nor what is taken
};

// For a label of this size: near the mark, all of it inside `rect`, away from the pointer, which must not be
// covered, and beside what is `taken` by plates that do not move. If there is no such place, where it covers
// least.
LabelPlace label_place(ImVec2 mark, ImVec2 size, const ViewRect& rect, ImVec2 pointer,
                       std::span<const ViewRect> taken, float scale);

}  // namespace mannequin::preview
