#include "tools/preview/panels/toolbar.h"

#include <fmt/format.h>

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
  std::erase_if(poses_, [](const scenes::NamedPose& pose) { return pose.name.find("far") != std::string::npos; });
}

void Toolbar::button(std::string_view name, const char* label) {
  const Command* command = ui_.commands.find(name);
  if (command == nullptr) return;
  if (ImGui::Button(label)) command->run();
  hint(*command, session_.view().controls);
  ImGui::SameLine(0.0f, px(4.0f));
}

void Toolbar::tick(std::string_view name) {
  const Command* command = ui_.commands.find(name);
  if (command == nullptr) return;
  bool on = command->ticked();
  if (ImGui::Checkbox(command->name.c_str(), &on)) command->run();
  hint(*command, session_.view().controls);
  ImGui::SameLine();
}

void Toolbar::poses() {
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

float Toolbar::draw(ImVec2 size) {
  float menus = 0.0f;
  if (ImGui::BeginMainMenuBar()) {
    menus = ImGui::GetWindowSize().y;
    ui_.commands.menus(session_.view().controls);
    ImGui::EndMainMenuBar();
  }
  ImGui::SetNextWindowPos({0.0f, menus});
  ImGui::SetNextWindowSize({size.x, px(kHeight)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme().panel_raised);
  ImGui::Begin("Toolbar", nullptr, kBar);
  const auto gap = [&] {
    ImGui::SameLine(0.0f, px(14.0f));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine({at.x, at.y + px(3.0f)}, {at.x, at.y + px(22.0f)}, theme().frame);
    ImGui::SameLine(0.0f, px(15.0f));
  };
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
  ImGui::End();
  ImGui::PopStyleColor();
  return menus + px(kHeight);
}

}  // namespace mannequin::preview
