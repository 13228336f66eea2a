#include "tools/preview/panels/worn/figure_colors_panel.h"

#include <algorithm>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/color_choice.h"
#include "tools/preview/panels/shared/key_focus.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

constexpr float kGap = 6.0f;          // between colours
constexpr float kScreenGamma = 2.2f;  // users choose colours as displayed on the screen

}  // namespace

void FigureColorsPanel::part(document::FigurePart part, const Vec3f& now, float first, float by_hand) {
  document::StandIn& figure = workspace_.document.stand_in;
  ImGui::PushID(document::figure_part_name(part));
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr(document::figure_part_name(part)));
  ImGui::SameLine(first);
  for (const document::NamedColor& each : document::figure_colors(part)) {
    const Vec3f shown = glm::pow(each.color, Vec3f(1.0f / kScreenGamma));
    if (ImGui::ColorButton(each.name, {shown.x, shown.y, shown.z, 1.0f}, ImGuiColorEditFlags_NoTooltip)) {
      figure.begin_color();
      figure.set_color(part, each.color);
    }
    if (ImGui::IsItemHovered()) show_tooltip(tr(each.name));
    if (now == each.color) {
      const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
      ImGui::GetWindowDrawList()->AddRect({low.x - px(2.0f), low.y - px(2.0f)},
                                          {high.x + px(2.0f), high.y + px(2.0f)}, theme().accent, px(3.0f), 0,
                                          px(2.0f));
    }
    ImGui::SameLine(0.0f, px(kGap));
  }
  Vec3f color = glm::pow(now, Vec3f(1.0f / kScreenGamma));
  ImGui::SetCursorPosX(by_hand);
  const ColorChoice choice = choose_color(ui_, tr("by hand"), &color.x,
                                          [&] { return workspace_.document.avatar().outline_in_world(); });
  if (choice.begun) figure.begin_color();
  if (choice.changed) figure.set_color(part, glm::pow(glm::clamp(color, 0.0f, 1.0f), Vec3f(kScreenGamma)));
  ImGui::PopID();
}

void FigureColorsPanel::draw() {
  if (!open_) return;
  // Below the face, whose colours these are.
  ImGui::SetNextWindowPos({ui_.view.min.x + px(16.0f), ui_.view.min.y + ui_.view.size.y - px(16.0f)},
                          ImGuiCond_Appearing, {0.0f, 1.0f});
  if (ImGui::Begin(tr("Skin, eyes and hair"), &open_,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_AlwaysAutoResize)) {
    if (closed_by_escape(ui_)) open_ = false;
    bool any = false;
    float name_width = 0.0f;
    std::size_t most = 0;
    for (const document::FigurePart each : document::kFigureParts) {
      name_width = std::max(name_width, ImGui::CalcTextSize(tr(document::figure_part_name(each))).x);
      most = std::max(most, document::figure_colors(each).size());
    }
    const float first = name_width + px(20.0f);
    const float by_hand = first + static_cast<float>(most) * (ImGui::GetFrameHeight() + px(kGap));
    for (const document::FigurePart each : document::kFigureParts)
      if (const auto now = workspace_.document.stand_in.color(each)) {
        part(each, *now, first, by_hand);
        any = true;
      }
    if (!any) ImGui::TextUnformatted(tr("The built-in body is not worn."));
  }
  ImGui::End();
}

}  // namespace mannequin::preview
