// The bar at the top: the menus, and below them what is used all the time.
#pragma once

#include "tools/preview/panels/panel.h"
#include "tools/scenes/scenes.h"

namespace mannequin::preview {

class Toolbar : Panel {
 public:
  static constexpr float kHeight = 46.0f;  // without the menus

  explicit Toolbar(Ui& ui);
  // Lays out both; returns how much height they take, interface units.
  float draw(ImVec2 size);

 private:
  void button(std::string_view command, const char* label);
  void tick(std::string_view command);
  void poses();

  std::vector<scenes::NamedPose> poses_;
};

}  // namespace mannequin::preview
