// Everything that a menu, a key or the command search can do: one list, so that the three never disagree.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/preview/view/controls.h"

namespace mannequin::preview {

// A key as SDL names it, with modifiers. Code 0: none.
struct Shortcut {
  int code = 0;
  bool ctrl = false, shift = false;
  bool in_text = false;  // works while a text field is active, too: no letter, figure or sign is lost by it
  bool alt = false;
  std::optional<Controls> only = {};  // means this with these controls alone

  bool operator==(const Shortcut& other) const {
    return code == other.code && ctrl == other.ctrl && shift == other.shift && alt == other.alt;
  }
  bool with(Controls controls) const { return !only || *only == controls; }
  std::string text() const;  // "Ctrl+Shift+Z"
};
constexpr Shortcut plain(int code) { return {.code = code}; }
// Letters with Ctrl and function keys mean the same while something is typed.
constexpr Shortcut ctrl(int code) { return {.code = code, .ctrl = true, .in_text = true}; }
constexpr Shortcut ctrl_shift(int code) {
  return {.code = code, .ctrl = true, .shift = true, .in_text = true};
}
constexpr Shortcut function_key(int code) { return {.code = code, .in_text = true}; }

struct Command {
  std::string menu;  // "View"; commands of one menu stand in the order in which they were added
  std::string name;  // "Joints", or "Undo"
  std::vector<Shortcut> shortcuts;  // the first that goes with the controls is shown
  std::function<void()> run;
  std::string hint = {};                   // one sentence more than the name says
  std::function<bool()> ticked = {};       // of a switch: whether it is on
  std::function<bool()> enabled = {};      // empty: always
  std::function<std::string()> more = {};  // what it would act on: "Body Fat 12 → 40"
  bool begins_group = false;               // a line above it in the menu
  std::string submenu = {};                // in a menu of this name within the menu

  bool can_run() const { return !enabled || enabled(); }
  std::string title() const;  // name and `more`
  // Of its shortcut; empty for none. With Blender's controls the numeric keypad's, where views have one.
  std::string keys(Controls controls) const;
};

class Commands {
 public:
  void add(Command command) { list_.push_back(std::move(command)); }
  // One that switches `value`.
  void add_switch(std::string menu, std::string name, std::vector<Shortcut> shortcuts, std::string hint,
                  bool& value);

  std::span<const Command> all() const { return list_; }
  const Command* find(std::string_view name) const;

  // Runs what the key means; false if it means nothing here, or cannot run now. `elsewhere`: somebody types,
  // or the pointer is not in the view, and only keys that work there, too, mean something.
  bool key(const Shortcut& pressed, bool elsewhere, Controls controls) const;

  // These of a menu stand in a menu of their own within it.
  void put_into_submenu(std::string_view menu, const std::string& submenu,
                        std::span<const std::string_view> names);

  // Lines that change, in a menu of their own within `menu`, after the command of this name. `fill` draws
  // them.
  void add_list(std::string_view after, std::string submenu, std::function<void()> fill);

  // The menus side by side, in the current menu bar.
  void menus(Controls controls) const;

 private:
  void menu(const std::string& name, Controls controls) const;

  struct List {
    std::string after, submenu;
    std::function<void()> fill;
  };

  std::vector<Command> list_;
  std::vector<List> lists_;
};

}  // namespace mannequin::preview
