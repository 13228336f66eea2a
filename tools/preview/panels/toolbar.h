// The bar at the top: the menus, and below them what is used all the time.
#pragma once

#include "tools/preview/panels/panel.h"
#include "tools/scenes/scenes.h"

namespace mannequin::preview {

class Toolbar : Panel {
 public:
  static constexpr float kHeight = 46.0f;  // of one row, without the menus

  explicit Toolbar(Ui& ui);
  // Lays out both; returns how much height they take, interface units.
  float draw(ImVec2 size);

 private:
  void place(float width, float spacing);
  void button(std::string_view command, const char* label);
  void tick(std::string_view command);
  void poses();
  void search_button();

  std::vector<scenes::NamedPose> poses_;
  bool begun_ = false;   // something stands in the bar already
  float gap_ = 0.0f;     // wider than usual, with a line in it, before what comes next
  float height_ = 0.0f;  // as laid out last
};

}  // namespace mannequin::preview
