#include "tools/preview/panels/toolbar.h"

#include <fmt/format.h>

#include <algorithm>

namespace mannequin::preview {
namespace {

constexpr ImGuiWindowFlags kBar = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                  ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse;

void hint(const Command& command, Controls controls) {
  if (!ImGui::IsItemHovered()) return;
  std::string text = command.hint.empty() ? command.name : command.hint;
  if (const std::string keys = command.keys(controls); !keys.empty()) text += fmt::format("  ({})", keys);
  ImGui::SetTooltip("%s", text.c_str());
}

}  // namespace

Toolbar::Toolbar(Ui& ui) : Panel(ui), poses_(scenes::poses(session_.character().skeleton)) {
  // The last one stands far from the origin, for tests.
  std::erase_if(poses_,
                [](const scenes::NamedPose& pose) { return pose.name.find("far") != std::string::npos; });
}

// Beside what came before, or where that does not fit, below.
void Toolbar::place(float width, float spacing) {
  if (!begun_) {
    begun_ = true;
    return;
  }
  ImGui::SameLine(0.0f, spacing + gap_);
  if (ImGui::GetCursorPosX() + width > ImGui::GetContentRegionMax().x) {
    ImGui::NewLine();
  } else if (gap_ > 0.0f) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float x = at.x - 0.5f * (spacing + gap_);
    ImGui::GetWindowDrawList()->AddLine({x, at.y + px(3.0f)}, {x, at.y + px(22.0f)}, theme().frame);
  }
  gap_ = 0.0f;
}

void Toolbar::button(std::string_view name, const char* label) {
  const Command* command = ui_.commands.find(name);
  if (command == nullptr) return;
  place(ImGui::CalcTextSize(label).x + 2.0f * ImGui::GetStyle().FramePadding.x, px(4.0f));
  if (ImGui::Button(label)) command->run();
  hint(*command, session_.view().controls);
}

void Toolbar::tick(std::string_view name) {
  const Command* command = ui_.commands.find(name);
  if (command == nullptr) return;
  bool on = command->ticked();
  place(ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x +
            ImGui::CalcTextSize(command->name.c_str()).x,
        px(8.0f));
  if (ImGui::Checkbox(command->name.c_str(), &on)) command->run();
  hint(*command, session_.view().controls);
}

void Toolbar::poses() {
  place(ImGui::CalcTextSize("Pose").x + px(118.0f), px(8.0f));
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Pose");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(px(110.0f));
  const std::string& current = session_.scene().choice().pose_name;
  if (!ImGui::BeginCombo("##pose", current.c_str())) return;
  for (const scenes::NamedPose& pose : poses_)
    if (ImGui::Selectable(pose.name.c_str(), pose.name == current)) session_.set_pose(pose.name, pose.pose);
  ImGui::EndCombo();
}

// At the right end, where a field to search in is looked for.
void Toolbar::search_button() {
  const Command* command = ui_.commands.find("Find a command...");
  if (command == nullptr) return;
  const float width = px(190.0f), x = ImGui::GetWindowSize().x - width - px(12.0f);
  if (x < ImGui::GetCursorPosX()) return;
  ImGui::SetCursorPos({x, 0.5f * (ImGui::GetWindowSize().y - ImGui::GetFontSize()) - px(1.0f)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(px(8.0f), px(1.0f)));
  if (ImGui::Button("Find a command  F3", {width, 0.0f})) command->run();
  ImGui::PopStyleVar();
  hint(*command, session_.view().controls);
}

float Toolbar::draw(ImVec2 size) {
  float menus = 0.0f;
  if (ImGui::BeginMainMenuBar()) {
    menus = ImGui::GetWindowSize().y;
    ui_.commands.menus(session_.view().controls);
    search_button();
    ImGui::EndMainMenuBar();
  }
  ImGui::SetNextWindowPos({0.0f, menus});
  const float height = std::max(height_, px(kHeight));
  ImGui::SetNextWindowSize({size.x, height});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme().panel_raised);
  ImGui::Begin("Toolbar", nullptr, kBar);
  begun_ = false;
  const auto gap = [&] { gap_ = px(20.0f); };
  for (const auto& [command, label] : {std::pair{"Front view", "Front"},
                                       {"Side view", "Side"},
                                       {"Back view", "Back"},
                                       {"Three-quarter view", "3/4"},
                                       {"Face", "Face"},
                                       {"Top view", "Top"},
                                       {"Fit what is worn", "Fit"}})
    button(command, label);
  gap();
  for (const char* command : {"Body", "Colours", "Joints", "Volumes", "Ground"}) tick(command);
  gap();
  poses();
  height_ = ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y + ImGui::GetStyle().WindowPadding.y;
  ImGui::End();
  ImGui::PopStyleColor();
  return menus + height;
}

}  // namespace mannequin::preview
