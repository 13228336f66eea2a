// The preview window: an avatar with sliders, wearing the given files.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/appearance/character.h"
#include "engine/core/result.h"
#include "tools/preview/preview_options.h"

namespace mannequin {

// front, side, back, three-quarter, face, top
std::span<const std::string_view> preview_view_names();
// solid, wireframe, weights, ...: for --colors
std::vector<std::string> preview_color_names();

// A viewer's character folder that somebody chose in the window; empty: none, or it is gone.
std::filesystem::path chosen_character_folder();

// Returns when the window is closed or the screenshot is written. Fails: no_device without OpenGL 4.5 or a
// display, device if it runs out of memory, cannot_write for the screenshot; for a screenshot also if one of
// `files` cannot be used (which the window only reports).
Status run_preview(const Character& character, const PreviewOptions& options);

}  // namespace mannequin
