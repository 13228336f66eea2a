#include "tools/preview/panels/shared/placing.h"

#include <imgui.h>

#include <algorithm>
#include <cfloat>
#include <vector>

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

float tab_width(const char* label) {
  const ImGuiStyle& style = ImGui::GetStyle();
  return ImGui::CalcTextSize(label, nullptr, true).x + 2.0f * style.FramePadding.x + 1.0f +
         style.ItemInnerSpacing.x;
}

void keep_list_beside_field(int entries) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float top = ImGui::GetCursorScreenPos().y,
              below = ImGui::GetIO().DisplaySize.y - top - ImGui::GetFrameHeight(),
              wanted = static_cast<float>(entries) * ImGui::GetTextLineHeightWithSpacing() +
                       2.0f * style.WindowPadding.y;
  ImGui::SetNextWindowSizeConstraints(
      {0.0f, 0.0f}, {FLT_MAX, std::min(wanted, std::max(top, below) - style.DisplaySafeAreaPadding.y)});
}

ImVec2 tooltip_corner(ImVec2 size, ImVec2 pointer, const ViewRect& kept_free, ImVec2 display, float scale) {
  const float beside = 16.0f * scale, below = 8.0f * scale;
  const float right = pointer.x + beside, left = pointer.x - beside - size.x;
  const float under = pointer.y + below, over = pointer.y - below - size.y;
  const auto fits = [&](const ImVec2& at) {
    return at.x >= 0.0f && at.y >= 0.0f && at.x + size.x <= display.x && at.y + size.y <= display.y;
  };
  const auto is_free = [&](const ImVec2& at) {
    return at.x >= kept_free.min.x + kept_free.size.x || at.x + size.x <= kept_free.min.x ||
           at.y >= kept_free.min.y + kept_free.size.y || at.y + size.y <= kept_free.min.y;
  };
  // If there is no room between pointer and edges, beyond what is kept free.
  const float beyond = kept_free.min.y + kept_free.size.y, before = kept_free.min.y - size.y;
  const float middle = std::clamp(pointer.x - 0.5f * size.x, 0.0f, std::max(display.x - size.x, 0.0f));
  const auto is_beside = [&](const ImVec2& at) {
    return pointer.x < at.x || pointer.x >= at.x + size.x || pointer.y < at.y || pointer.y >= at.y + size.y;
  };
  std::vector<ImVec2> places;
  for (const float y : {under, over, beyond, before})
    for (const float x : {right, left, middle})
      if (fits({x, y}) && is_beside({x, y})) places.push_back({x, y});
  if (const auto found = std::ranges::find_if(places, is_free); found != places.end()) return *found;
  if (!places.empty()) return places.front();
  return {std::clamp(right, 0.0f, std::max(display.x - size.x, 0.0f)), under};
}

}  // namespace mannequin::preview
