#include "tools/preview/panels/shared/commands.h"

#include <SDL_keyboard.h>
#include <SDL_keycode.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {

namespace {

bool is_of_keypad(int code) { return (code >= SDLK_KP_1 && code <= SDLK_KP_0) || code == SDLK_KP_PERIOD; }

void menu_line(const Command& command, Controls controls) {
  if (ImGui::MenuItem(command.title().c_str(), command.keys(controls).c_str(),
                      command.ticked && command.ticked(), command.can_run()))
    command.run();
  if (!command.hint.empty() && ImGui::IsItemHovered()) wrapped_tooltip(tr(command.hint));
}

}  // namespace

std::string Shortcut::text() const {
  std::string text = ctrl ? "Ctrl+" : "";
  if (alt) text += "Alt+";
  if (shift) text += "Shift+";
  constexpr std::string_view kKeypad = "Keypad ";
  const std::string_view name = SDL_GetKeyName(code);
  return name.starts_with(kKeypad) ? text + "Num " + std::string(name.substr(kKeypad.size()))
                                   : text + std::string(name);
}

std::string Command::title() const {
  const std::string detail = more ? more() : "";
  std::string shown = tr(name);
  if (detail.empty()) return shown;
  // The dots that say that it asks for more come last.
  const std::string_view dots = shown.ends_with("...") ? "..." : "";
  shown.resize(shown.size() - dots.size());
  return fmt::format("{}: {}{}", shown, detail, dots);
}

std::string Command::keys(Controls controls) const {
  if (controls == Controls::blender)
    for (const Shortcut& shortcut : shortcuts)
      if (is_of_keypad(shortcut.code)) return shortcut.text();
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

void Commands::add_list(std::string_view after, std::string submenu, std::function<void()> fill) {
  lists_.push_back({std::string(after), std::move(submenu), std::move(fill)});
}

void Commands::put_into_submenu(std::string_view menu, const std::string& submenu,
                                std::span<const std::string_view> names) {
  for (Command& command : list_)
    if (command.menu == menu && std::ranges::find(names, command.name) != names.end())
      command.submenu = submenu;
}

void Commands::arrange(std::string menu, std::vector<std::vector<std::string_view>> groups) {
  groups_[std::move(menu)] = std::move(groups);
}

// One of each submenu stands for all of it.
std::vector<const Command*> Commands::arranged(const std::string& menu) const {
  std::vector<const Command*> shown;
  for (const Command& command : list_)
    if (command.menu == menu &&
        (command.submenu.empty() ||
         std::ranges::none_of(shown, [&](const auto* each) { return each->submenu == command.submenu; })))
      shown.push_back(&command);
  std::ranges::stable_sort(shown, {}, [&](const Command* each) { return place_of(*each); });
  return shown;
}

// Group, and place in it.
std::pair<std::size_t, std::size_t> Commands::place_of(const Command& command) const {
  const auto groups = groups_.find(command.menu);
  if (groups == groups_.end()) return {};
  const std::string& name = command.submenu.empty() ? command.name : command.submenu;
  for (std::size_t g = 0; g < groups->second.size(); ++g) {
    const auto& group = groups->second[g];
    if (const auto found = std::ranges::find(group, name); found != group.end())
      return {g, static_cast<std::size_t>(found - group.begin())};
  }
  return {groups->second.size(), 0};
}

void Commands::menu(const std::string& name, Controls controls) const {
  const Command* before = nullptr;
  const bool has_groups = groups_.contains(name);
  for (const Command* command : arranged(name)) {
    const bool begins_group = has_groups
                                  ? before != nullptr && place_of(*before).first != place_of(*command).first
                                  : command->begins_group && command->submenu.empty();
    before = command;
    if (begins_group) ImGui::Separator();
    if (command->submenu.empty()) {
      menu_line(*command, controls);
      for (const List& list : lists_)
        if (list.after == command->name && ImGui::BeginMenu(tr(list.submenu).c_str())) {
          list.fill();
          ImGui::EndMenu();
        }
      continue;
    }
    if (!ImGui::BeginMenu(tr(command->submenu).c_str())) continue;
    for (const Command& each : list_)
      if (each.menu == name && each.submenu == command->submenu) menu_line(each, controls);
    ImGui::EndMenu();
  }
}

void Commands::menus(Controls controls) const {
  for (const char* name : {marked("File"), marked("Edit"), marked("View"), marked("Shape"), marked("Pose"),
                           marked("Check"), marked("Help")}) {
    if (!ImGui::BeginMenu(tr(name))) continue;
    menu(name, controls);
    ImGui::EndMenu();
  }
}

}  // namespace mannequin::preview
