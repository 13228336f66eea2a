// Everything that a menu, a key or the command search can do: one list, so that the three always agree.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/preview/view/controls.h"

namespace mannequin::preview {

// A key as SDL names it, with modifiers. Code 0: none.
struct Shortcut {
  int code = 0;
  bool ctrl = false, shift = false;
  bool in_text = false;  // also works while a text field is active: it types no letter, digit or sign
  bool alt = false;
  std::optional<Controls> only = {};  // only with these controls

  bool operator==(const Shortcut& other) const {
    return code == other.code && ctrl == other.ctrl && shift == other.shift && alt == other.alt;
  }
  bool with(Controls controls) const { return !only || *only == controls; }
  std::string text() const;  // "Ctrl+Shift+Z"
};
constexpr Shortcut plain(int code) { return {.code = code}; }
// Letters with Ctrl and function keys keep their meaning while text is typed.
constexpr Shortcut ctrl(int code) { return {.code = code, .ctrl = true, .in_text = true}; }
constexpr Shortcut ctrl_shift(int code) {
  return {.code = code, .ctrl = true, .shift = true, .in_text = true};
}
constexpr Shortcut function_key(int code) { return {.code = code, .in_text = true}; }

struct Command {
  std::string menu;                 // "View"; commands of one menu are in the order in which they were added
  std::string name;                 // "Joints", or "Undo"
  std::vector<Shortcut> shortcuts;  // the first that fits the controls is shown
  std::function<void()> run;
  std::string hint = {};                   // a sentence adding to the name
  std::function<bool()> ticked = {};       // for a switch: whether it is on
  std::function<bool()> enabled = {};      // empty: always
  std::function<std::string()> more = {};  // what it would act on: "Body Fat 12 → 40"
  bool begins_group = false;               // preceded by a separator in the menu
  std::string submenu = {};                // in a submenu of this name

  bool can_run() const { return !enabled || enabled(); }
  std::string title() const;  // name and `more`
  // The shortcut's text; empty for none. With Blender's controls, the numeric keypad's if a view has one.
  std::string keys(Controls controls) const;
};

class Commands {
 public:
  void add(Command command) { list_.push_back(std::move(command)); }
  // A command that switches `value`.
  void add_switch(std::string menu, std::string name, std::vector<Shortcut> shortcuts, std::string hint,
                  bool& value);

  std::span<const Command> all() const { return list_; }
  const Command* find(std::string_view name) const;

  // Runs the command of a key; false if there is none here, or it cannot run now. `elsewhere`: text is being
  // typed, or the pointer is not in the view, so only keys that also work there apply.
  bool key(const Shortcut& pressed, bool elsewhere, Controls controls) const;

  // Moves these commands of a menu into a submenu.
  void put_into_submenu(std::string_view menu, const std::string& submenu,
                        std::span<const std::string_view> names);

  // How a menu is laid out: its commands and submenus by name, in this order, with a line between groups.
  // What is not named stands at the end.
  void arrange(std::string menu, std::vector<std::vector<std::string_view>> groups);

  // Lines that change, in a menu of their own within `menu`, after the command of this name. `fill` draws
  // them.
  void add_list(std::string_view after, std::string submenu, std::function<void()> fill);

  // Draws all menus, in the current menu bar.
  void menus(Controls controls) const;

 private:
  void menu(const std::string& name, Controls controls) const;
  std::vector<const Command*> arranged(const std::string& menu) const;
  std::pair<std::size_t, std::size_t> place_of(const Command& command) const;

  struct List {
    std::string after, submenu;
    std::function<void()> fill;
  };

  std::vector<Command> list_;
  std::vector<List> lists_;
  std::map<std::string, std::vector<std::vector<std::string_view>>> groups_;  // by menu
};

}  // namespace mannequin::preview
