// A label in as many lines as it needs: buttons and ticks do not break theirs, and other languages are
// longer.
#pragma once

#include <string>

namespace mannequin::preview {

// Broken at its spaces. width: of a line, in which the longest word may still be too long.
std::string wrapped_label(const std::string& label, float width);
// A tooltip of as many lines as it needs.
void wrapped_tooltip(const std::string& text);

}  // namespace mannequin::preview
