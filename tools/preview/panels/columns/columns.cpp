#include "tools/preview/panels/columns/columns.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>

namespace mannequin::preview {
namespace {

// Stores widths per class of window size: what fits one does not fit another.
struct WidthClass {
  const char* name;
  float from, left, more_right;  // before scaling
};
constexpr WidthClass kClasses[] = {{"narrow", 0.0f, 280.0f, 0.0f},
                                   {"middle", 1100.0f, 280.0f, 0.0f},
                                   {"wide", 1600.0f, 320.0f, 40.0f},
                                   {"widest", 2400.0f, 440.0f, 40.0f}};
constexpr float kLeast = 200.0f, kLeastView = 200.0f;

const WidthClass& class_of(float window) {
  const WidthClass* found = &kClasses[0];
  for (const WidthClass& each : kClasses)
    if (window >= each.from) found = &each;
  return *found;
}

std::string right_name(const WidthClass& width_class, float right) {
  return fmt::format("right of {:.0f}, {}", right, width_class.name);
}

std::string left_name(const WidthClass& width_class) { return fmt::format("left, {}", width_class.name); }

}  // namespace

float Columns::kept(const std::string& name, float otherwise) const {
  const auto& widths = workspace_.view.settings.widths;
  const auto found = widths.find(name);
  return found == widths.end() ? otherwise : found->second;
}

Columns::Widths Columns::widths(float window, float right) const {
  const float units = window / ui_.scale;
  const WidthClass& width_class = class_of(units);
  const bool narrow = units < kClasses[1].from;
  right /= ui_.scale;
  Widths widths{kept(left_name(width_class), width_class.left),
                kept(right_name(width_class, right), right + width_class.more_right), narrow};
  widths.left = narrow ? kStrip : std::clamp(widths.left, kLeast, std::max(0.4f * units, kLeast));
  widths.right = std::min(widths.right, std::max(units - widths.left - kLeastView, 0.5f * units));
  widths.left *= ui_.scale;
  widths.right *= ui_.scale;
  return widths;
}

void Columns::splitter(const char* id, float x, float now, float sign, const std::string& name) {
  const float half = px(4.0f);
  ImGui::SetNextWindowPos({x - half, ui_.view.min.y});
  ImGui::SetNextWindowSize({2.0f * half, ui_.column});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0f, 0.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0f, 1.0f));
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings);
  ImGui::InvisibleButton("line", {2.0f * half, ui_.column});
  auto& widths = workspace_.view.settings.widths;
  if (ImGui::IsItemActivated()) before_ = now / ui_.scale;
  if ((ImGui::IsItemActive() || ImGui::IsItemDeactivated()) &&
      ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) {
    widths[name] = before_;
    ImGui::ClearActiveID();
  } else if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1.0f))
    widths[name] = std::max(
        before_ + sign * ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 1.0f).x / ui_.scale, kLeast);
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) widths.erase(name);
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    ImGui::GetWindowDrawList()->AddRectFilled({x - px(1.5f), ui_.view.min.y},
                                              {x + px(1.5f), ui_.view.min.y + ui_.column}, theme().accent);
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

void Columns::splitters(const Widths& now, float window, float right) {
  const WidthClass& width_class = class_of(window / ui_.scale);
  if (!now.narrow) splitter("Left splitter", ui_.view.min.x, now.left, 1.0f, left_name(width_class));
  splitter("Right splitter", ui_.view.min.x + ui_.view.size.x, now.right, -1.0f,
           right_name(width_class, right / ui_.scale));
}

}  // namespace mannequin::preview
