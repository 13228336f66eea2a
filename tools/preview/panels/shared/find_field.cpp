#include "tools/preview/panels/shared/find_field.h"

#include <imgui.h>

#include "tools/document/translation.h"

namespace mannequin::preview {
namespace {

bool was_pressed(ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); }

}  // namespace

FindKey find_field(const char* id, const char* hint, char* wanted, std::size_t size) {
  const bool empty = wanted[0] == '\0';
  const float room = ImGui::CalcItemWidth() - 2.0f * ImGui::GetStyle().FramePadding.x;
  ImGui::InputTextWithHint(id, ImGui::CalcTextSize(hint).x <= room ? hint : tr("Find"), wanted, size);
  if (!ImGui::IsItemDeactivated()) return FindKey::none;
  if (was_pressed(ImGuiKey_Enter) || was_pressed(ImGuiKey_KeyPadEnter)) return FindKey::enter;
  if (!was_pressed(ImGuiKey_Escape)) return FindKey::none;
  // ImGui puts back the word that was there before, which by then is searched for by nobody.
  wanted[0] = '\0';
  return empty ? FindKey::leave : FindKey::none;
}

}  // namespace mannequin::preview
