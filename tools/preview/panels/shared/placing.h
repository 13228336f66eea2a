// Items in one line, whose texts may be of any length: translations are often longer than English.
#pragma once

namespace mannequin::preview {

// What follows stands in this column of the same line, or further right if the text before it reaches there.
void go_to_column(float column);
// The same if something this wide has room there; else it stands in the next line. No column: right behind.
void go_beside(float width, float column = 0.0f);
// What follows ends where the line does.
void go_to_right_end(float width);

float button_width(const char* label);  // also of a small one
float tick_width(const char* label);    // also of a radio button

}  // namespace mannequin::preview
