// Colours, fonts and sizes of the interface.
#pragma once

#include <imgui.h>

#include <string>

namespace mannequin::preview {

struct Theme {
  ImU32 panel, panel_raised, frame, text, secondary, accent, good, warning, error;
  ImU32 joint_plain, joint_weighted, joint_offset, joint_selected, volume, attachment, halo;
  float frame_width = 1.0f;  // lines around buttons, fields and windows, before scaling
};

// X, Y, Z; letters next to them distinguish them, too.
inline constexpr ImU32 kAxisColors[] = {IM_COL32(0xef, 0x5a, 0x5a, 255), IM_COL32(0x5f, 0xc4, 0x6a, 255),
                                        IM_COL32(0x5b, 0x93, 0xff, 255)};

extern const Theme kDarkTheme, kLightTheme, kHighContrastTheme;

struct Fonts {
  ImFont* text = nullptr;
  ImFont* small = nullptr;
  bool fallback = false;  // the built-in font is used: some signs and alphabets are missing
};

// Whether a letter is loaded whatever is shown.
bool always_loaded(unsigned letter);
bool has_rare_font();  // for others

// Into an empty atlas, between frames. scale: interface units per unit of design; density: pixels per
// interface unit. rare: see RareLetters; they have to stay until the atlas is built.
Fonts load_fonts(float scale, float density, const ImVector<ImWchar>& rare = {});

// Sizes and colours of ImGui's own widgets.
void apply_theme(const Theme& theme, float scale);

}  // namespace mannequin::preview
