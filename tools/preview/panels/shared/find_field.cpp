#include "tools/preview/panels/shared/find_field.h"

#include <imgui.h>

namespace mannequin::preview {

void find_field(const char* id, const char* hint, char* wanted, std::size_t size) {
  ImGui::InputTextWithHint(id, hint, wanted, size);
  // ImGui puts back the word that was there before, which by then is searched for by nobody.
  if (ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)))
    wanted[0] = '\0';
}

}  // namespace mannequin::preview
