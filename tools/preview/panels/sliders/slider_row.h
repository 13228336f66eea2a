// One slider as the window draws it: name and number, a track with the default marked, the ends' labels.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "tools/preview/panels/shared/slider_ends.h"
#include "tools/preview/panels/shared/theme.h"
#include "tools/preview/view/workspace.h"

namespace mannequin::preview {

// Which slider is being typed into; at most one in the window.
struct SliderTyping {
  int parameter = 0;  // 0: none
  char text[32] = {};
  bool take_focus = false;
};

struct RowStyle {
  const Theme& theme;
  const Fonts& fonts;
  float scale;
  bool keys_in_view;  // and so for no slider, wherever the pointer is
};

// A press never jumps: a drag starts from the value; Shift is ten times finer. Double-click on track or
// number types, Backspace under the pointer or the arrow at the number resets, Left and Right under the
// pointer step by one; so do these keys where the focus is, and Space or Enter types. A click on the name
// unfolds pictures of both ends; a click on one of them steps a tenth of the range towards it. section: the
// slider's, for where they look from.
void slider_row(Workspace& workspace, const ParameterDesc& parameter, const std::string& section,
                SliderTyping& typing, std::set<int>& unfolded, SliderEnds& ends, const RowStyle& style);

float slider_row_height(float scale);  // folded

}  // namespace mannequin::preview
