// A slider for options: a press never jumps, a drag starts from the value, a double-click types. With ImGui's
// own a press sets the value to where it is.
#pragma once

namespace mannequin::preview {

// As wide as the next item, from `low` at its left to `high`. True if the value changed; it stays within.
bool steady_slider(const char* label, float* value, float low, float high, const char* format);
bool steady_slider(const char* label, int* value, int low, int high, const char* format);

}  // namespace mannequin::preview
