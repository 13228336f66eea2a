// Items in one line, whose texts may be of any length: translations are often longer than English.
#pragma once

#include "tools/preview/panels/shared/view_rect.h"

namespace mannequin::preview {

// Places the next item in this column of the same line, or right behind the text before it if that reaches
// further.
void go_to_column(float column);
// The same if there is room for an item this wide; otherwise in the next line. Column 0: right behind the
// text.
void go_beside(float width, float column = 0.0f);
// Places the next item, this wide, so that it ends where the line ends.
void go_to_right_end(float width);

float button_width(const char* label);  // also of a small one
float tick_width(const char* label);    // also of a radio button
float tab_width(const char* label);     // with the gap to the next one

// For a list that opens at the next item: it is above or below it, and scrolls where the window is too low
// for so many entries.
void keep_list_beside_field(int entries);

// Where a tooltip of this size goes: beside the pointer, in the window, and not over what stays readable if
// there is another place.
ImVec2 tooltip_corner(ImVec2 size, ImVec2 pointer, const ViewRect& kept_free, ImVec2 display, float scale);

}  // namespace mannequin::preview
