#include "tools/preview/panels/pose/timeline_panel.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {

void TimelinePanel::draw() {
  Timeline& timeline = workspace_.document.timeline();
  if (!timeline.has_clip()) return;
  ImGui::SetNextWindowPos({ui_.view.min.x, ui_.view.min.y + ui_.view.size.y});
  ImGui::SetNextWindowSize({ui_.view.size.x, 0.0f});
  ImGui::Begin("Timeline", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  const float remove_x = ImGui::GetContentRegionMax().x - px(26.0f);
  ImGui::PushClipRect(
      ImGui::GetCursorScreenPos(),
      {ImGui::GetWindowPos().x + remove_x - px(6.0f), ImGui::GetCursorScreenPos().y + px(40.0f)}, true);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(fmt::format("{} \u00b7 {:.2f} s", timeline.name(), timeline.duration()).c_str());
  ImGui::PopClipRect();
  ImGui::SameLine(remove_x);
  const bool remove = ImGui::Button("\u2715");
  if (ImGui::IsItemHovered()) show_tooltip(tr("Close the clip"));
  if (ImGui::Button(timeline.playing() ? tr("Pause") : tr("Play"), {px(58.0f), 0.0f})) timeline.toggle();
  if (ImGui::IsItemHovered()) show_tooltip(tr("Space"));
  ImGui::SameLine();
  ImGui::Checkbox(tr("Loop"), &timeline.loop);
  ImGui::SameLine();
  // In a narrow view the time comes first.
  if (ImGui::GetContentRegionAvail().x > px(170.0f)) {
    auto speed = static_cast<float>(timeline.speed);
    ImGui::SetNextItemWidth(px(70.0f));
    if (ImGui::DragFloat("##speed", &speed, 0.01f, 0.05f, 4.0f, "%.2fx", ImGuiSliderFlags_AlwaysClamp))
      timeline.speed = static_cast<double>(speed);
    if (ImGui::IsItemHovered()) show_tooltip(tr("Speed: drag, or double-click and type"));
    ImGui::SameLine();
  }
  auto time = static_cast<float>(timeline.time());
  ImGui::SetNextItemWidth(-1.0f);
  if (ImGui::SliderFloat("##time", &time, 0.0f, static_cast<float>(timeline.duration()), "%.2f s"))
    timeline.scrub(static_cast<double>(time));
  if (!timeline.conflicts().empty()) {
    ImGui::PushFont(ui_.fonts.small);
    ImGui::PushStyleColor(ImGuiCol_Text, theme().warning);
    wrapped_text("\u25b2 " + timeline.conflicts());
    ImGui::PopStyleColor();
    if (ImGui::IsItemHovered()) wrapped_tooltip(timeline.conflicts_in_full());
    ImGui::PopFont();
  }
  height_ = ImGui::GetWindowHeight();
  ImGui::End();
  if (remove) workspace_.document.posing.set("T", {});
}

}  // namespace mannequin::preview
