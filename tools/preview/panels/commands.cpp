#include "tools/preview/panels/commands.h"

#include <SDL_keyboard.h>
#include <imgui.h>

#include <algorithm>

namespace mannequin::preview {

std::string Shortcut::text() const {
  std::string text = ctrl ? "Ctrl+" : "";
  if (alt) text += "Alt+";
  if (shift) text += "Shift+";
  return text + SDL_GetKeyName(code);
}

std::string Command::title() const {
  const std::string detail = more ? more() : "";
  return detail.empty() ? name : name + ": " + detail;
}

std::string Command::keys(Controls controls) const {
  for (const Shortcut& shortcut : shortcuts)
    if (shortcut.with(controls)) return shortcut.text();
  return {};
}

void Commands::add_switch(std::string menu, std::string name, std::vector<Shortcut> shortcuts,
                          std::string hint, bool& value) {
  add({.menu = std::move(menu),
       .name = std::move(name),
       .shortcuts = std::move(shortcuts),
       .run = [&value] { value = !value; },
       .hint = std::move(hint),
       .ticked = [&value] { return value; }});
}

const Command* Commands::find(std::string_view name) const {
  const auto found = std::ranges::find(list_, name, &Command::name);
  return found == list_.end() ? nullptr : &*found;
}

bool Commands::key(const Shortcut& pressed, bool elsewhere, Controls controls) const {
  for (const Command& command : list_)
    for (const Shortcut& shortcut : command.shortcuts) {
      if (!(shortcut == pressed) || !shortcut.with(controls) || (elsewhere && !shortcut.in_text)) continue;
      if (!command.can_run()) return false;
      command.run();
      return true;
    }
  return false;
}

void Commands::menus(Controls controls) const {
  for (const char* name : {"File", "Edit", "View", "Shape", "Pose", "Check", "Help"}) {
    if (!ImGui::BeginMenu(name)) continue;
    for (const Command& command : list_) {
      if (command.menu != name) continue;
      if (command.begins_group) ImGui::Separator();
      if (ImGui::MenuItem(command.title().c_str(), command.keys(controls).c_str(),
                          command.ticked && command.ticked(), command.can_run()))
        command.run();
      if (!command.hint.empty() && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", command.hint.c_str());
    }
    ImGui::EndMenu();
  }
}

}  // namespace mannequin::preview
