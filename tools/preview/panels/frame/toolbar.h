// The bar at the top: the menus, and below them the most used controls.
#pragma once

#include <functional>
#include <span>

#include "tools/preview/panels/shared/panel.h"
#include "tools/scenes/scenes.h"

namespace mannequin::preview {

class Toolbar : Panel {
 public:
  static constexpr float kHeight = 38.0f;  // without the menus

  explicit Toolbar(Ui& ui);
  // Lays out both; returns their height in interface units.
  float draw(ImVec2 size);

 private:
  // An item of the bar: its width including the gap before
  // it, how it is drawn there, and how in the overflow menu.
  struct Item {
    float width;
    bool begins_group;
    std::function<void()> draw, draw_in_menu;
  };
  std::vector<Item> items();
  Item button(std::string_view command, const char* label, bool begins_group);
  Item tick(std::string_view command, bool begins_group);
  Item poses();
  void menu_line(const Command& command) const;
  void more_menu(std::span<const Item> items);
  void bar(float width);
  void search_button();

  std::vector<scenes::NamedPose> poses_;
};

}  // namespace mannequin::preview
