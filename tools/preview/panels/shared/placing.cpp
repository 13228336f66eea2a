#include "tools/preview/panels/shared/placing.h"

#include <imgui.h>

#include <algorithm>

namespace mannequin::preview {

void go_to_column(float column) {
  ImGui::SameLine();
  if (ImGui::GetCursorPosX() < column) ImGui::SetCursorPosX(column);
}

void go_beside(float width, float column) {
  const float end = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + ImGui::GetScrollX();
  const float from = std::max(column, end + ImGui::GetStyle().ItemSpacing.x);
  if (from + width <= ImGui::GetContentRegionMax().x) ImGui::SameLine(from);
}

void go_to_right_end(float width) { ImGui::SameLine(ImGui::GetContentRegionMax().x - width); }

float button_width(const char* label) {
  return ImGui::CalcTextSize(label, nullptr, true).x + 2.0f * ImGui::GetStyle().FramePadding.x;
}

float tick_width(const char* label) {
  return ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x +
         ImGui::CalcTextSize(label, nullptr, true).x;
}

}  // namespace mannequin::preview
