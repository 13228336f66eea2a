// An entry of a drop-down list of which one is chosen.
#pragma once

#include <imgui.h>

#include <string>

namespace mannequin::preview {

// True when clicked. The keyboard begins at the chosen one, so that the arrow keys go on from there.
inline bool list_choice(const std::string& label, bool chosen,
                        ImGuiSelectableFlags flags = ImGuiSelectableFlags_None) {
  const bool clicked = ImGui::Selectable(label.c_str(), chosen, flags);
  if (chosen) ImGui::SetItemDefaultFocus();
  return clicked;
}

}  // namespace mannequin::preview
