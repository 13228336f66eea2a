// The window's view without a window, and a pointer and keys to use it with.
#pragma once

#include <imgui.h>

#include <optional>

#include "tests/document/figure.h"
#include "tests/gpu/gl_context_fixture.h"
#include "tools/preview/stage.h"

namespace mannequin::preview {

// A figure of boxes, all of the window its view, no flights: the camera is where it was sent.
class PointerTest : public test::GlTest {
 protected:
  static constexpr int kWidth = 400, kHeight = 300;

  void SetUp() override;
  void TearDown() override;

  Workspace& workspace() { return stage_->workspace(); }
  Interface& interface() { return stage_->interface(); }
  ImGuiIO& io() { return ImGui::GetIO(); }
  JointIndex joint(const char* name) { return character_->skeleton.find(name); }

  void frame(double seconds = 1.0 / 60.0, bool panels = false);
  void settle();  // until the camera has made room for the plates that are shown now
  // The view's named camera, and a frame of it.
  void look(const char* view);
  ImVec2 on_screen(const Vec3& world);
  void point(ImVec2 at);  // ImGui takes whole places: fractions are cut off
  void press(ImGuiMouseButton button = ImGuiMouseButton_Left);
  void release(ImGuiMouseButton button = ImGuiMouseButton_Left);
  // Long after the click before: no double click.
  void click(ImVec2 at);
  void double_click(ImVec2 at);
  void drag(ImVec2 from, ImVec2 by, ImGuiMouseButton button = ImGuiMouseButton_Left);
  void modifiers(bool ctrl, bool shift, bool alt);

  std::optional<Character> character_;
  std::unique_ptr<Stage> stage_;
  GlTexture color_;
  GlFramebuffer framebuffer_;
};

}  // namespace mannequin::preview
