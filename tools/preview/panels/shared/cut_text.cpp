#include "tools/preview/panels/shared/cut_text.h"

#include <imgui_internal.h>

#include <algorithm>

namespace mannequin::preview {

void cut_text(const std::string& text, float width) {
  const float room = std::max(width > 0.0f ? width : ImGui::GetContentRegionAvail().x, 1.0f);
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  if (size.x <= room) {
    ImGui::TextUnformatted(text.c_str());
    return;
  }
  ImVec2 at = ImGui::GetCursorScreenPos();
  at.y += ImGui::GetCurrentWindow()->DC.CurrLineTextBaseOffset;
  const ImRect place(at, {at.x + room, at.y + size.y});
  ImGui::ItemSize(place.GetSize(), 0.0f);
  if (!ImGui::ItemAdd(place, 0)) return;
  ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), place.Min, place.Max, place.Max.x, place.Max.x,
                            text.c_str(), text.c_str() + text.size(), &size);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", text.c_str());
}

}  // namespace mannequin::preview
