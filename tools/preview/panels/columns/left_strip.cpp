#include "tools/preview/panels/columns/left_strip.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {

// Each line in the middle.
bool LeftStrip::button(const char* id, const std::vector<std::string>& lines, ImU32 color) const {
  const float width = ImGui::GetContentRegionAvail().x, line = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float padding = ImGui::GetStyle().FramePadding.y;
  const bool pressed = ImGui::Button(id, {width, line * static_cast<float>(lines.size()) + 2.0f * padding});
  float y = at.y + padding;
  for (const std::string& text : lines) {
    const float x = at.x + 0.5f * (width - ImGui::CalcTextSize(text.c_str()).x);
    ImGui::GetWindowDrawList()->AddText({x, y}, color, text.c_str());
    y += line;
  }
  if (ImGui::IsItemHovered()) show_tooltip(tr("What is worn, and what was found in it"));
  return pressed;
}

void LeftStrip::draw() {
  ImGui::SetNextWindowPos({0.0f, ui_.view.min.y});
  ImGui::SetNextWindowSize({ui_.view.min.x, ui_.column});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(2.0f), px(10.0f)));
  ImGui::Begin("Worn strip", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PopStyleVar();  // not the tooltips'
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0.0f, px(6.0f)));
  ImGui::PushFont(ui_.fonts.small);
  if (button("###worn", {std::to_string(workspace_.document.avatar().worn().size()), tr("worn")},
             theme().text)) {
    right_.open(RightColumn::Tab::worn);
    worn_.bring_up_rows();
  }
  std::vector<std::string> counts;
  const WornFindings& findings = workspace_.document.findings();
  for (const auto& [severity, sign] :
       {std::pair{Severity::error, "\u2715"}, {Severity::warning, "\u25b2"}, {Severity::info, "\u25cb"}})
    if (const std::size_t number = findings.count(severity))
      counts.push_back(fmt::format("{} {}", number, sign));
  const ImU32 color = findings.count(Severity::error) > 0     ? theme().error
                      : findings.count(Severity::warning) > 0 ? theme().warning
                                                              : theme().secondary;
  if (!counts.empty() && button("###findings", counts, color)) {
    right_.open(RightColumn::Tab::worn);
    worn_.bring_up_findings();
  }
  ImGui::PopFont();
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace mannequin::preview
