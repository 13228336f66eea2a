#include "tools/preview/panels/frame/toolbar.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/list_choice.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

constexpr ImGuiWindowFlags kToolbarFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                           ImGuiWindowFlags_NoBringToFrontOnFocus |
                                           ImGuiWindowFlags_NoScrollWithMouse;

void command_hint(const Command& command, Controls controls) {
  if (!ImGui::IsItemHovered()) return;
  std::string text = tr(command.hint.empty() ? command.name : command.hint);
  if (const std::string keys = command.keys(controls); !keys.empty()) text += fmt::format("  ({})", keys);
  show_tooltip(text);
}

}  // namespace

Toolbar::Toolbar(Ui& ui)
    : Panel(ui), poses_(document::named_poses(workspace_.document.character().skeleton)) {}

void Toolbar::menu_line(const Command& command) const {
  if (ImGui::MenuItem(tr(command.name).c_str(), command.keys(workspace_.view.settings.controls).c_str(),
                      command.ticked && command.ticked(), command.can_run()))
    command.run();
}

Toolbar::Item Toolbar::button(std::string_view name, const char* label, bool begins_group) {
  const Command& command = *ui_.commands.find(name);
  return {.width = ImGui::CalcTextSize(label).x + 2.0f * ImGui::GetStyle().FramePadding.x,
          .begins_group = begins_group,
          .draw =
              [this, &command, label] {
                if (ImGui::Button(label)) command.run();
                command_hint(command, workspace_.view.settings.controls);
              },
          .draw_in_menu = [this, &command] { menu_line(command); }};
}

Toolbar::Item Toolbar::tick(std::string_view name, bool begins_group) {
  const Command& command = *ui_.commands.find(name);
  return {.width = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x +
                   ImGui::CalcTextSize(tr(command.name).c_str()).x,
          .begins_group = begins_group,
          .draw =
              [this, &command] {
                bool on = command.ticked();
                if (ImGui::Checkbox(tr(command.name).c_str(), &on)) command.run();
                command_hint(command, workspace_.view.settings.controls);
              },
          .draw_in_menu = [this, &command] { menu_line(command); }};
}

Toolbar::Item Toolbar::poses() {
  const auto list = [this] {
    const std::string& current = workspace_.document.avatar().choice().pose_name;
    for (const scenes::NamedPose& pose : poses_)
      if (list_choice(document::pose_title(pose.name) + "###" + pose.name, pose.name == current))
        workspace_.document.posing.set(pose.name, pose.pose);
  };
  return {
      .width = ImGui::CalcTextSize(tr("Pose")).x + ImGui::GetStyle().ItemSpacing.x + px(110.0f),
      .begins_group = true,
      .draw =
          [this, list] {
            ImGui::AlignTextToFramePadding();
            ImGui::TextUnformatted(tr("Pose"));
            ImGui::SameLine();
            ImGui::SetNextItemWidth(px(110.0f));
            const std::string title = document::pose_title(workspace_.document.avatar().choice().pose_name);
            const float room = px(110.0f) - ImGui::GetFrameHeight() - 2.0f * ImGui::GetStyle().FramePadding.x;
            const bool open = ImGui::BeginCombo("##pose", cut_in_the_middle(title, room).c_str());
            if (!open && ImGui::IsItemHovered()) show_tooltip(title);
            if (!open) return;
            list();
            ImGui::EndCombo();
          },
      .draw_in_menu =
          [list] {
            if (!ImGui::BeginMenu(tr("Pose"))) return;
            list();
            ImGui::EndMenu();
          }};
}

std::vector<Toolbar::Item> Toolbar::items() {
  std::vector<Item> items;
  for (const auto& [command, label] : {std::pair{"Front view", tr("Front")},
                                       {"Side view", tr("Side")},
                                       {"Back view", tr("Back")},
                                       {"Three-quarter view", "3/4"},
                                       {"Face", tr("Face")},
                                       {"Top view", tr("Top")},
                                       {"Fit what is worn", tr("Fit")}})
    items.push_back(button(command, label, false));
  for (const char* command : {"Body", "Colours", "Joints", "Volumes", "Ground"})
    items.push_back(tick(command, command == std::string_view("Body")));
  items.push_back(poses());
  return items;
}

void Toolbar::more_menu(std::span<const Item> items) {
  if (ImGui::Button(tr("More"))) ImGui::OpenPopup("more");
  if (ImGui::IsItemHovered()) show_tooltip(tr("More controls"));
  if (!ImGui::BeginPopup("more")) return;
  for (const Item& item : items) {
    if (item.begins_group && &item != items.data()) ImGui::Separator();
    item.draw_in_menu();
  }
  ImGui::EndPopup();
}

// In one row, whatever the size: the view and the sliders need the height more.
void Toolbar::bar(float width) {
  const float spacing = px(6.0f), group = px(20.0f);
  const std::vector<Item> all = items();
  const auto end_of = [&](std::size_t count) {
    float end = 0.0f;
    for (std::size_t i = 0; i < count; ++i)
      end += all[i].width + (i == 0 ? 0.0f : spacing + (all[i].begins_group ? group : 0.0f));
    return end;
  };
  const float more = ImGui::CalcTextSize(tr("More")).x + 2.0f * ImGui::GetStyle().FramePadding.x + spacing;
  std::size_t count = all.size();
  if (end_of(count) > width)
    while (count > 0 && end_of(count) + more > width) --count;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) ImGui::SameLine(0.0f, spacing + (all[i].begins_group ? group : 0.0f));
    if (i > 0 && all[i].begins_group) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float x = at.x - 0.5f * (spacing + group);
      ImGui::GetWindowDrawList()->AddLine({x, at.y + px(3.0f)}, {x, at.y + px(22.0f)}, theme().frame);
    }
    all[i].draw();
  }
  if (count == all.size()) return;
  if (count > 0) ImGui::SameLine(0.0f, spacing);
  more_menu(std::span(all).subspan(count));
}

// Right-aligned, where users expect a search field.
void Toolbar::search_button() {
  const Command* command = ui_.commands.find("Find a command...");
  if (command == nullptr) return;
  // Shows only the key if there is no room for the words.
  const float end = ImGui::GetWindowSize().x - px(12.0f), room = end - ImGui::GetCursorPosX();
  const bool whole = room >= px(190.0f);
  const char* const label = whole ? tr("Find a command  F3") : "F3";
  const float width = whole ? px(190.0f) : ImGui::CalcTextSize(label).x + px(16.0f), x = end - width;
  if (room < width) return;
  ImGui::SetCursorPos({x, 0.5f * (ImGui::GetWindowSize().y - ImGui::GetFontSize()) - px(1.0f)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(px(8.0f), px(1.0f)));
  if (ImGui::Button(label, {width, 0.0f})) command->run();
  ImGui::PopStyleVar();
  command_hint(*command, workspace_.view.settings.controls);
}

float Toolbar::draw(ImVec2 size) {
  float menus = 0.0f;
  if (ImGui::BeginMainMenuBar()) {
    menus = ImGui::GetWindowSize().y;
    ui_.commands.menus(workspace_.view.settings.controls);
    search_button();
    ImGui::EndMainMenuBar();
  }
  ImGui::SetNextWindowPos({0.0f, menus});
  ImGui::SetNextWindowSize({size.x, px(kHeight)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme().panel_raised);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      {px(12.0f), 0.5f * (px(kHeight) - ImGui::GetFrameHeight())});
  ImGui::Begin("Toolbar", nullptr, kToolbarFlags);
  ImGui::PopStyleVar();
  bar(ImGui::GetContentRegionAvail().x);
  ImGui::End();
  ImGui::PopStyleColor();
  return menus + px(kHeight);
}

}  // namespace mannequin::preview
