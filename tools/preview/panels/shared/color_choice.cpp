#include "tools/preview/panels/shared/color_choice.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>

#include "tools/preview/panels/shared/placing.h"

namespace mannequin::preview {
namespace {

constexpr const char* kPicker = "picker";

// What these points take of the screen; empty where none is in sight.
ViewRect rect_around(const Ui& ui, const std::vector<Vec3>& points) {
  const Mat4 clip = ui.workspace.view.camera().clip_from_world(ui.view.aspect());
  ImRect around(FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX);
  for (const Vec3& point : points)
    if (ImVec2 at; project(clip, ui.view, point, at)) around.Add(at);
  around.ClipWithFull(ImRect(ui.view.min, {ui.view.min.x + ui.view.size.x, ui.view.min.y + ui.view.size.y}));
  return around.GetWidth() > 0.0f ? ViewRect{around.Min, around.GetSize()} : ViewRect{{}, {}};
}

// Beside the swatch, and where the picture of what is coloured is not.
ImVec2 picker_corner(const Ui& ui, ImGuiID picker, float width, const ViewRect& kept_free) {
  const ImGuiWindow* const window = ImGui::FindWindowByName(fmt::format("##Popup_{:08x}", picker).c_str());
  const ImVec2 size =
      window != nullptr && window->Size.x > width ? window->Size : ImVec2(width, 1.5f * width);
  const ImVec2 swatch = ImGui::GetCursorScreenPos();
  const float half = 0.5f * ImGui::GetFrameHeight();
  ImVec2 at = tooltip_corner(size, {swatch.x + half, swatch.y + half}, kept_free, ImGui::GetIO().DisplaySize,
                             ui.scale);
  at.y = std::clamp(at.y, 0.0f, std::max(ImGui::GetIO().DisplaySize.y - size.y, 0.0f));
  return at;
}

// All of it is in the window: below the field of colours, which is a square beside a bar, are three lines of
// figures.
float widest_picker() {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float bar = ImGui::GetFrameHeight() + style.ItemInnerSpacing.x,
              below = 3.0f * ImGui::GetFrameHeightWithSpacing() + 2.0f * style.WindowPadding.y,
              edges = 2.0f * style.DisplaySafeAreaPadding.y;
  return ImGui::GetIO().DisplaySize.y - below - edges + bar;
}

}  // namespace

ColorChoice choose_color(const Ui& ui, const char* label, float* color,
                         const std::function<std::vector<Vec3>()>& colored) {
  ColorChoice choice;
  ImGui::PushID(label);
  if (ImGui::IsPopupOpen(kPicker)) {
    // Not wider than the column that it is opened from, which is the room that is always there.
    const float width = std::min({12.0f * ImGui::GetFrameHeight(), widest_picker(),
                                  ImGui::GetWindowWidth() - 2.0f * ImGui::GetStyle().WindowPadding.x});
    ImGui::SetNextWindowPos(picker_corner(ui, ImGui::GetID(kPicker), width, rect_around(ui, colored())));
    if (ImGui::BeginPopup(kPicker)) {
      ImGui::SetNextItemWidth(width);
      choice.changed = ImGui::ColorPicker3("##picker", color,
                                           ImGuiColorEditFlags_NoSidePreview | ImGuiColorEditFlags_NoLabel);
      choice.begun = ImGui::IsItemActivated();
      ImGui::EndPopup();
    }
  }
  ImGui::BeginGroup();
  if (ImGui::ColorButton("##ColorButton", {color[0], color[1], color[2], 1.0f},
                         ImGuiColorEditFlags_NoTooltip))
    ImGui::OpenPopup(kPicker);
  ImGui::SameLine(0.0f, ImGui::GetStyle().ItemInnerSpacing.x);
  ImGui::TextUnformatted(label);
  ImGui::EndGroup();
  ImGui::PopID();
  return choice;
}

}  // namespace mannequin::preview
