// Text in as many lines as it needs. Dear ImGui breaks it behind any full stop, which cuts numbers in two,
// and does not break the labels of buttons and ticks; other languages are longer.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace mannequin::preview {

using TextWidth = std::function<float(std::string_view)>;

// Broken at its spaces, but not between a number and its unit; within a word only if that alone is too wide.
std::string wrapped_lines(std::string_view text, float width, const TextWidth& width_of);

// The same in the present font, for a label.
std::string wrapped_label(const std::string& label, float width);

// As far as `right` in the window; 0: its whole width; negative: in one line.
void wrapped_text(const std::string& text, float right = 0.0f);
void wrapped_hint(const std::string& text, float right = 0.0f);  // in the secondary colour

void wrapped_tooltip(const std::string& text);
// In lines of its own, which are broken only where the window is too narrow for them.
void show_tooltip(const std::string& text);

}  // namespace mannequin::preview
