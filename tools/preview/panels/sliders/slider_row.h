// One slider as drawn: name and number, a track with the default marked, the ends' labels.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "tools/preview/panels/shared/slider_ends.h"
#include "tools/preview/panels/shared/theme.h"
#include "tools/preview/view/workspace.h"

namespace mannequin::preview {

// Which slider's number is being typed; at most one in the window.
struct SliderTyping {
  int parameter = 0;  // 0: none
  char text[32] = {};
  bool take_focus = false;
  bool goes_on = false;  // begun by a figure, which the next ones follow
  double weight = 0.0;   // of the slider when typing began; typing ends when it changes
};

struct RowStyle {
  const Theme& theme;
  const Fonts& fonts;
  float scale;
  bool keys_in_view;  // and so for no slider, wherever the pointer is
  std::string about;  // which worn file millimetres and reasons are of; empty: all of them
  float line = 0.0f;  // the height of a row of one line, interface units; 0: with its track and ends below
};

// In one line the track lies behind name and number; the labels of the ends appear under the pointer.
//
// A press never jumps: a drag starts from the value; Shift is ten times finer. Double-click on track or
// number types, Backspace under the pointer or the arrow at the number resets, Left and Right under the
// pointer step by one; so do these keys where the focus is, where Space, Enter or a figure types. A click on
// the name, or on the arrow of a row of one line, unfolds pictures of both ends; a click on one of them steps
// a tenth of the range towards it. section: the slider's, for where they look from.
void slider_row(Workspace& workspace, const ParameterDesc& parameter, const std::string& section,
                SliderTyping& typing, std::set<int>& unfolded, SliderEnds& ends, const RowStyle& style);

constexpr float kTallSliderRow = 54.0f;          // before scaling
float slider_row_height(const RowStyle& style);  // folded

}  // namespace mannequin::preview
