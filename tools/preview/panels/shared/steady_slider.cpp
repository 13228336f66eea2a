#include "tools/preview/panels/shared/steady_slider.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace mannequin::preview {
namespace {

// ImGui's drag is used for keys and typing alone: with the pointer it adds up what each frame moves, so that
// a value at an end turns round before the pointer is back.
constexpr float kNoSpeed = 1e-9f;

// Of the mark, and so what it stays off the ends by.
float half_width() { return 0.35f * ImGui::GetFontSize(); }

// What the pointer has dragged the value of the last item to, if it does. width: of the item.
float dragged(float value, float low, float high, float width) {
  static float began = 0.0f;  // of the only possible drag
  if (ImGui::IsItemActivated()) began = value;
  const float way = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 2.0f).x;
  if (!ImGui::IsItemActive() || way == 0.0f || ImGui::TempInputIsActive(ImGui::GetItemID())) return value;
  return std::clamp(began + (high - low) * way / std::max(width - 2.0f * half_width(), 1.0f), low, high);
}

// Below the text of the last item, at `at`: where the value is between its ends.
void draw_level(ImVec2 at, float width, float share) {
  const float thick = 0.2f * ImGui::GetFontSize(), half = half_width(),
              bottom = at.y + ImGui::GetFrameHeight(),
              x = at.x + half + std::clamp(share, 0.0f, 1.0f) * (width - 2.0f * half);
  const ImU32 color =
      ImGui::GetColorU32(ImGui::IsItemActive() ? ImGuiCol_SliderGrabActive : ImGuiCol_SliderGrab);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({at.x, bottom - thick}, {x, bottom}, color, 0.5f * thick);
  list.AddRectFilled({x - half, bottom - 2.0f * thick}, {x + half, bottom}, color, thick);
}

}  // namespace

bool steady_slider(const char* label, float* value, float low, float high, const char* format) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::CalcItemWidth(), before = *value;
  ImGui::DragFloat(label, value, kNoSpeed, low, high, format, ImGuiSliderFlags_AlwaysClamp);
  *value = dragged(*value, low, high, width);
  draw_level(at, width, (*value - low) / (high - low));
  return *value != before;
}

bool steady_slider(const char* label, int* value, int low, int high, const char* format) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::CalcItemWidth();
  const int before = *value;
  ImGui::DragInt(label, value, kNoSpeed, low, high, format, ImGuiSliderFlags_AlwaysClamp);
  const auto first = static_cast<float>(low), last = static_cast<float>(high);
  *value = static_cast<int>(std::lround(dragged(static_cast<float>(*value), first, last, width)));
  draw_level(at, width, (static_cast<float>(*value) - first) / (last - first));
  return *value != before;
}

}  // namespace mannequin::preview
