#include "tools/preview/panels/shared/steady_slider.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace mannequin::preview {
namespace {

// ImGui's drag of a number for keys and typing, but not for the pointer: it goes by what one frame adds to
// the way, and so past the end and back at once.
constexpr float kNoSpeed = 1e-9f;

// Where the pointer has dragged the value of the last item to, if it does, and a bar below its text for where
// it is between its ends.
float dragged(float value, float low, float high, ImVec2 at, float width) {
  static float began = 0.0f;  // of the only possible drag
  if (ImGui::IsItemActivated()) began = value;
  const float knob = 0.35f * ImGui::GetFontSize(), way = std::max(width - 2.0f * knob, 1.0f),
              moved = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 2.0f).x;
  const bool active = ImGui::IsItemActive();
  if (active && moved != 0.0f && !ImGui::TempInputIsActive(ImGui::GetItemID()))
    value = std::clamp(began + (high - low) * moved / way, low, high);
  const float thick = 0.2f * ImGui::GetFontSize(), bottom = at.y + ImGui::GetFrameHeight(),
              x = at.x + knob + way * std::clamp((value - low) / (high - low), 0.0f, 1.0f);
  const ImU32 color = ImGui::GetColorU32(active ? ImGuiCol_SliderGrabActive : ImGuiCol_SliderGrab);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({at.x, bottom - thick}, {x, bottom}, color, 0.5f * thick);
  list.AddRectFilled({x - knob, bottom - 2.0f * thick}, {x + knob, bottom}, color, thick);
  return value;
}

}  // namespace

bool steady_slider(const char* label, float* value, float low, float high, const char* format) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::CalcItemWidth(), before = *value;
  ImGui::DragFloat(label, value, kNoSpeed, low, high, format, ImGuiSliderFlags_AlwaysClamp);
  *value = dragged(*value, low, high, at, width);
  return *value != before;
}

bool steady_slider(const char* label, int* value, int low, int high, const char* format) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::CalcItemWidth();
  const int before = *value;
  ImGui::DragInt(label, value, kNoSpeed, low, high, format, ImGuiSliderFlags_AlwaysClamp);
  *value = static_cast<int>(std::lround(
      dragged(static_cast<float>(*value), static_cast<float>(low), static_cast<float>(high), at, width)));
  return *value != before;
}

}  // namespace mannequin::preview
