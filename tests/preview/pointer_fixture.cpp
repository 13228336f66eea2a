#include "tests/preview/pointer_fixture.h"

#include "tests/own_folder.h"

namespace mannequin::preview {

void PointerTest::SetUp() {
  GlTest::SetUp();
  if (!context_) return;
  character_.emplace(test::make_builtin_character());
  PreviewOptions options;
  options.files = {test::write_box_figure(character_->skeleton, test::own_folder() / "figure.glb")};
  auto stage = Stage::create(*character_, options, 1.0f, true);
  ASSERT_TRUE(stage) << stage.error().message();
  stage_ = std::move(*stage);
  color_ = GlTexture::create();
  glTextureStorage2D(color_.id(), 1, GL_RGBA8, kWidth, kHeight);
  framebuffer_ = GlFramebuffer::create();
  glNamedFramebufferTexture(framebuffer_.id(), GL_COLOR_ATTACHMENT0, color_.id(), 0);
  workspace().view.settings.reduce_motion = true;
  look("front");
}

void PointerTest::TearDown() {
  stage_.reset();
  framebuffer_ = {};
  color_ = {};
  GlTest::TearDown();
}

void PointerTest::frame(double seconds, bool panels) {
  io().DisplaySize = {float{kWidth}, float{kHeight}};
  io().DeltaTime = static_cast<float>(seconds);
  const auto more = stage_->frame(framebuffer_.id(), kWidth, kHeight, 1.0f, panels);
  ASSERT_TRUE(more) << more.error().message();
}

void PointerTest::settle() {
  frame();
  frame();
}

void PointerTest::look(const char* view) {
  workspace().view.camera_control.set_picture(double{kWidth} / kHeight);
  workspace().view.camera_control.look(view);
  settle();
}

ImVec2 PointerTest::on_screen(const Vec3& world) {
  ImVec2 at;
  const ViewRect& view = interface().view();
  EXPECT_TRUE(project(workspace().view.camera().clip_from_world(static_cast<double>(view.aspect())), view,
                      world, at));
  return at;
}

void PointerTest::point(ImVec2 at) {
  io().MousePos = at;
  frame();
}

void PointerTest::press(ImGuiMouseButton button) {
  io().MouseDown[button] = true;
  frame();
}

void PointerTest::release(ImGuiMouseButton button) {
  io().MouseDown[button] = false;
  frame();
}

void PointerTest::click(ImVec2 at) {
  io().MousePos = at;
  frame(1.0);
  press();
  release();
}

void PointerTest::double_click(ImVec2 at) {
  click(at);
  press();
  release();
}

void PointerTest::drag(ImVec2 from, ImVec2 by, ImGuiMouseButton button) {
  io().MousePos = from;
  frame(1.0);
  press(button);
  point({from.x + 0.5f * by.x, from.y + 0.5f * by.y});
  point({from.x + by.x, from.y + by.y});
  release(button);
}

void PointerTest::modifiers(bool ctrl, bool shift, bool alt) {
  io().KeyCtrl = ctrl;
  io().KeyShift = shift;
  io().KeyAlt = alt;
}

}  // namespace mannequin::preview
