// Drafts, drawn while something moves where a whole picture takes long: they show what a whole one shows.
#include "tests/preview/stage_case.h"
#include "tools/preview/render/renderer.h"

namespace mannequin::preview {
namespace {

class DraftTest : public StageTest {
 protected:
  void SetUp() override {
    StageTest::SetUp();
    if (!context_) return;
    auto renderer = Renderer::create(4);
    ASSERT_TRUE(renderer) << renderer.error().message();
    renderer_.emplace(std::move(*renderer));
    renderer_->avatar_changed();
  }
  void TearDown() override {
    renderer_.reset();
    StageTest::TearDown();
  }

  Image drawn(bool draft) {
    const Scene& scene = session().scene();
    meshes_ = scene.drawables();
    const Picture wanted{.meshes = meshes_,
                         .bounds = scene.bounds(),
                         .lift = scene.lift(),
                         .draft = draft,
                         .shading = {},
                         .camera = session().camera()};
    if (!draft) renderer_->finish(wanted);
    EXPECT_TRUE(renderer_->draw(wanted, kWidth, kHeight));
    renderer_->present(framebuffer_.id(), {.width = kWidth, .height = kHeight});
    return read();
  }

  std::optional<Renderer> renderer_;
  std::vector<MeshDrawable*> meshes_;
};

TEST_F(DraftTest, LooksLikeTheWholePicture) {
  const Image whole = drawn(false), draft = drawn(true);
  // Edges have steps, and shadows are those of vertices.
  EXPECT_LT(whole.difference(draft), kWidth * kHeight / 25);
  EXPECT_EQ(draft.difference(drawn(true)), 0);
  EXPECT_EQ(whole.difference(drawn(false)), 0);
}

TEST_F(DraftTest, FollowsTheAvatarBeforeItsShadowsDo) {
  const Image whole = drawn(false);
  session().set_slider(parameter(33), 100.0);
  ASSERT_TRUE(session().update(0.0));
  renderer_->avatar_changed();
  const Image draft = drawn(true);
  EXPECT_GT(whole.difference(draft), 1000);
  const Image taller = drawn(false);
  EXPECT_LT(taller.difference(draft), taller.difference(whole) / 2);
}

TEST_F(DraftTest, WhatRestsIsDrawnWhole) {
  const Image before = picture();
  session().set_slider(parameter(33), 100.0);
  ASSERT_TRUE(stage_->frame(framebuffer_.id(), kWidth, kHeight, 1.0f, false));
  session().set_slider(parameter(33), 0.0);
  ASSERT_TRUE(stage_->frame(framebuffer_.id(), kWidth, kHeight, 1.0f, false));
  session().undo();
  session().undo();
  EXPECT_EQ(before.difference(picture()), 0);
}

}  // namespace
}  // namespace mannequin::preview
