// The real window for tests of its layout.
#pragma once

#include <imgui_internal.h>

#include "tests/preview/keyboard_fixture.h"

namespace mannequin::test {

class LayoutTest : public KeyboardTest {
 protected:
  float view_width() { return tour_->window().stage().interface().view().size.x; }
  const preview::Commands& commands() { return tour_->window().stage().interface().commands(); }
  void enlarge(int percent);
  // What was changed behind the window's back is taken up with the next event.
  void look_again();
  static ImGuiWindow* window(const char* name) { return ImGui::FindWindowByName(name); }
  // The scrolling part of the right column of this name, such as "tab".
  static const ImGuiWindow* part(const std::string& name);
  void resize(int width, int height);
  // Sliders of a section that are there to take hold of, without scrolling: found by pointing at them.
  std::size_t sliders_in_sight(const char* section);
};

}  // namespace mannequin::test
