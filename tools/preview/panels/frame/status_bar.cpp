#include "tools/preview/panels/frame/status_bar.h"

#include <imgui_internal.h>

#include <algorithm>

#include "tools/document/figures.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/navigation/navigation.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

constexpr ImGuiWindowFlags kStatusFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                          ImGuiWindowFlags_NoBringToFrontOnFocus |
                                          ImGuiWindowFlags_NoScrollWithMouse;

}  // namespace

bool StatusBar::draw(ImVec2 size, const FrameTimes& times, const std::string& hovered) {
  ImGui::SetNextWindowPos({0.0f, size.y - px(kHeight)});
  ImGui::SetNextWindowSize({size.x, px(kHeight)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme().panel_raised);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(12.0f), px(6.0f)));
  ImGui::Begin("Status", nullptr, kStatusFlags);
  ImGui::PushFont(ui_.fonts.small);
  const DressedAvatar& avatar = workspace_.document.avatar();
  const Scene& scene = workspace_.view.scene();
  bool pressed = false;
  // Fixed positions: no text displaces another. Whether the pointer is on it.
  const auto field = [&](float from, float to, const std::string& text, ImU32 color) {
    ImGui::SetCursorPos({from, px(6.0f)});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 end(at.x + to - from - px(10.0f), at.y + px(24.0f));
    const ImVec2 size_of_text = ImGui::CalcTextSize(text.c_str());
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), at, end, end.x, end.x, text.c_str(), nullptr,
                              &size_of_text);
    ImGui::PopStyleColor();
    const bool pointed = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, end);
    if (pointed && size_of_text.x > end.x - at.x) show_tooltip(text);
    return pointed;
  };
  std::size_t offsets = 0, weighted = 0;
  for (std::size_t j = 0; j < workspace_.document.character().skeleton.size(); ++j) {
    if (avatar.state().offsets.position[j]) ++offsets;
    if (avatar.has_weights(static_cast<JointIndex>(j))) ++weighted;
  }
  const std::string facts =
      !hovered.empty()
          ? hovered.substr(0, hovered.find('\n'))
          : tr("Height {:.2f} m \u00b7 {} \u00b7 {} weighted{}", avatar.state().size.height,
               counted(avatar.visible_vertices(), "vertex", "vertices"), counted(weighted, "joint", "joints"),
               offsets == 0 ? "" : tr(", {} moved", offsets));
  std::string trust =
      tr("{:.0f} ms \u00b7 {}", times.milliseconds, scene.backend() == "gl" ? tr("OpenGL") : scene.backend());
  ImU32 color = theme().secondary;
  if (const auto& error = scene.live_error()) {
    trust += tr(" \u00b7 {} {:.5f} mm off the reference", error->within_limits() ? "\u2713" : "\u2715",
                error->position_mm);
    color = error->within_limits() ? theme().good : theme().error;
  }
  const float a = px(12.0f), b = 0.29f * size.x, c = 0.57f * size.x;
  const float d = std::max(c, size.x - ImGui::CalcTextSize(trust.c_str()).x - px(12.0f));
  const auto& messages = workspace_.document.messages().list();
  const std::uint64_t recorded = workspace_.document.history().recorded();
  if (!messages.empty() && (messages.back().until == 0 || messages.back().until == recorded)) {
    const Message::Kind kind = messages.back().kind;
    const bool pointed = field(a, b, messages.back().signed_text(),
                               kind == Message::Kind::done    ? theme().text
                               : kind == Message::Kind::error ? theme().error
                                                              : theme().warning);
    if (pointed) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    pressed = pointed && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  }
  field(b, c, facts, theme().text);
  field(c, d, tr(Navigation::hint(workspace_.view.settings.controls, workspace_.view.settings.touchpad)),
        theme().secondary);
  field(d, size.x + px(10.0f), trust, color);
  ImGui::PopFont();
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  return pressed;
}

}  // namespace mannequin::preview
