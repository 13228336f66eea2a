// A stage with a small figure, whose pictures are read back and examined.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "tests/document/figure.h"
#include "tests/gpu/gl_context_fixture.h"
#include "tests/own_folder.h"
#include "tools/preview/stage.h"

namespace mannequin::preview {

constexpr int kWidth = 480, kHeight = 360;

struct Image {
  std::vector<std::uint8_t> rgb = std::vector<std::uint8_t>(kWidth * kHeight * 3);

  glm::ivec3 at(int x, int y_from_top) const {
    const std::size_t i =
        3 * (static_cast<std::size_t>(kHeight - 1 - y_from_top) * kWidth + static_cast<std::size_t>(x));
    return {rgb[i], rgb[i + 1], rgb[i + 2]};
  }

  // Pixels in which two images differ by more than noise.
  int difference(const Image& other) const {
    int count = 0;
    for (std::size_t i = 0; i < rgb.size(); i += 3)
      for (std::size_t c = 0; c < 3; ++c)
        if (std::abs(rgb[i + c] - other.rgb[i + c]) > 12) {
          ++count;
          break;
        }
    return count;
  }
};

class StageTest : public test::GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    if (!context_) return;
    make_stage();
  }
  void make_stage() {
    character_.emplace(test::make_builtin_character());
    PreviewOptions options;
    options.backend = "gl";
    folder_ = test::own_folder();
    options.files = {test::write_box_figure(character_->skeleton, folder_ / "figure.glb")};
    auto stage = Stage::create(*character_, options, 1.0f, true);
    ASSERT_TRUE(stage) << stage.error().message();
    stage_ = std::move(*stage);
    color_ = GlTexture::create();
    glTextureStorage2D(color_.id(), 1, GL_RGBA8, kWidth, kHeight);
    framebuffer_ = GlFramebuffer::create();
    glNamedFramebufferTexture(framebuffer_.id(), GL_COLOR_ATTACHMENT0, color_.id(), 0);
    workspace().view.camera_control.set_picture(double{kWidth} / kHeight);
    workspace().view.camera_control.look("three-quarter", true);
  }
  void TearDown() override {
    stage_.reset();
    framebuffer_ = {};
    color_ = {};
    GlTest::TearDown();
  }

  Workspace& workspace() { return stage_->workspace(); }
  const ParameterDesc& parameter(int id) { return character_->appearance[character_->appearance.find(id)]; }

  Image picture(bool panels = false) {
    const auto status = stage_->settle(framebuffer_.id(), kWidth, kHeight, panels);
    EXPECT_TRUE(status) << status.error().message();
    return read();
  }
  // What is in the framebuffer.
  Image read() const {
    Image image;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, kWidth, kHeight, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
    return image;
  }

  std::filesystem::path folder_;  // the test's own, with what the stage wears
  std::optional<Character> character_;
  std::unique_ptr<Stage> stage_;
  GlTexture color_;
  GlFramebuffer framebuffer_;
};

}  // namespace mannequin::preview
