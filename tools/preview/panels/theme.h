// Colours, fonts and sizes of the interface.
#pragma once

#include <imgui.h>

#include <string>

namespace mannequin::preview {

struct Theme {
  ImU32 panel, panel_raised, frame, text, secondary, accent, good, warning, error;
  ImU32 joint_plain, joint_weighted, joint_offset, joint_selected, volume, attachment, halo;
};

extern const Theme kDarkTheme, kLightTheme;

struct Fonts {
  ImFont* text = nullptr;
  ImFont* small = nullptr;
  bool fallback = false;  // the built-in font is used: some signs and alphabets are missing
};

// Once, after the ImGui context was made. density: pixels per unit of length of the interface.
Fonts load_fonts(float density);

// Sizes and colours of ImGui's own widgets.
void apply_theme(const Theme& theme, float scale);

}  // namespace mannequin::preview
