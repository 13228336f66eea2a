// Text that may be too long for its space.
#pragma once

#include <imgui.h>

#include <functional>
#include <string>

namespace mannequin::preview {

// If it is too long, it ends with an ellipsis, and a tooltip shows all of it. Its width is the rest of the
// line, or `width`.
void cut_text(const std::string& text, float width = 0.0f);

// A name that may be longer than its place: left out in the middle, as names of files differ at both ends.
std::string cut_in_the_middle(const std::string& name, float width);
// The same in letters of a font and a size of its own.
std::string cut_in_the_middle(const std::string& name, float width, const ImFont& font, float size);
// In no more lines than these, and cut in the middle only where they are not enough.
std::string name_in_lines(const std::string& name, float width, int lines);
// A name for a field of the height of a line: in smaller letters where that saves it from being cut, in two
// lines of these, and only then cut.
struct FittedName {
  std::string text;
  float part = 1.0f;  // of the usual letters
};
FittedName fitted_name(const std::string& name, float width);
// In the middle of a field of this height.
void draw_fitted(ImDrawList& list, ImVec2 corner, float height, const FittedName& name, ImU32 color);
// In a font and a size of its own, with as small letters as can still be read before it is cut.
void draw_fitted(ImDrawList& list, ImVec2 at, const std::string& text, float room, const ImFont& font,
                 float size, ImU32 color);
// A name as text, cut in the middle; its tooltip has all of it.
void cut_name(const std::string& name, float width = 0.0f);

// Whether a byte of UTF-8 is the first of a letter.
bool begins_a_letter(char byte);

}  // namespace mannequin::preview
