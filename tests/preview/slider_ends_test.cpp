// Pictures of both ends of a slider: their content, when they are drawn, and the effect of a click on one.
#include <backends/imgui_impl_opengl3.h>

#include "engine/skinning/cpu/cpu_skinner.h"
#include "tests/preview/pointer_fixture.h"
#include "tools/preview/view/draw_as.h"

namespace mannequin::preview {
namespace {

class SliderEndsTest : public PointerTest {
 protected:
  static constexpr int kHeightSlider = 33, kSide = 64;

  void SetUp() override {
    PointerTest::SetUp();
    if (stage_) ends_.wanted = {{kHeightSlider, "Body"}};
  }
  const ParameterDesc& height() { return character_->appearance[character_->appearance.find(kHeightSlider)]; }
  // Until nothing more is to be drawn; how many pictures that took, as the clock of a test goes.
  int draw_all() {
    int steps = 0;
    for (bool more = true; more; ++steps) {
      now_ += std::chrono::milliseconds(20);
      const auto result = pictures_.step(workspace(), ends_, kSide, now_);
      EXPECT_TRUE(result) << result.error().message();
      more = result && *result;
    }
    return steps;
  }
  std::vector<std::uint8_t> pixels(int end) {
    std::vector<std::uint8_t> rgba(4 * kSide * kSide);
    glGetTextureImage(ends_.shown[kHeightSlider].textures[static_cast<std::size_t>(end)], 0, GL_RGBA,
                      GL_UNSIGNED_BYTE, static_cast<GLsizei>(rgba.size()), rgba.data());
    return rgba;
  }
  static int difference(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
    int count = 0;
    for (std::size_t i = 0; i < a.size(); i += 4) count += std::abs(a[i] - b[i]) > 12 ? 1 : 0;
    return count;
  }

  EndPictures pictures_;
  SliderEnds ends_;
  EndPictures::Clock::time_point now_{};
};

TEST_F(SliderEndsTest, ShowTheSliderAtItsEndsAndNothingElseChanges) {
  frame();
  const auto before = workspace().document.avatar().revision();
  draw_all();
  EXPECT_EQ(workspace().document.avatar().revision(), before) << "the view need not be redrawn";
  EXPECT_GT(difference(pixels(0), pixels(1)), 60) << "small and tall";
  // With the slider moved there, the view shows what the picture did.
  const auto tall = pixels(1);
  workspace().document.sliders.set(height(), 100.0);
  frame();
  EXPECT_EQ(draw_all(), 1) << "its own place does not matter";
  EXPECT_EQ(difference(tall, pixels(1)), 0);
  EXPECT_NE(ends_.shown[kHeightSlider].reach.find("mm"), std::string::npos)
      << ends_.shown[kHeightSlider].reach;
}

TEST_F(SliderEndsTest, AreDrawnOnePerFrameOnlyWhenSomethingChanged) {
  frame();
  EXPECT_EQ(draw_all(), 3) << "two pictures, and a step that finds nothing to do";
  EXPECT_EQ(draw_all(), 1) << "at rest nothing is drawn";
  const auto before = pixels(0);
  const int fat = 637;
  workspace().document.sliders.set(character_->appearance[character_->appearance.find(fat)], 100.0);
  frame();
  const auto asked = now_;
  draw_all();
  EXPECT_LE(now_ - asked, std::chrono::milliseconds(250));
  EXPECT_GT(difference(before, pixels(0)), 5);
  // Pictures that are no longer shown are released.
  ends_.wanted.clear();
  draw_all();
  EXPECT_TRUE(ends_.shown.empty());
}

TEST_F(SliderEndsTest, WhatIsShownMeanwhileIsPutBackAsItWas) {
  frame();
  const WornMesh& worn = *workspace().document.avatar().visible_meshes().front();
  const MeshDrawable& drawable = *workspace().view.scene().drawable_of(worn);
  const SkinnedPlaces before = drawable.skinned();
  const std::vector<Mat34> palette = worn.palette;
  auto skinner = CpuSkinner::create();
  ASSERT_TRUE(skinner);
  SkinnerUpload by(std::move(*skinner));
  AvatarInputs inputs = workspace().document.avatar().inputs();
  inputs.sliders[kHeightSlider] = height().max;
  bool drawn = false;
  const Status status =
      draw_as(workspace().view.scene(), inputs, by, [&](const AvatarState& state, const Bounds& bounds) {
        drawn = true;
        EXPECT_GT(state.size.height, workspace().document.avatar().state().size.height + 0.1);
        EXPECT_GT(bounds.high.z, workspace().document.avatar().bounds().high.z);
        EXPECT_NE(drawable.skinned().buffer, before.buffer);
        return Status{};
      });
  ASSERT_TRUE(status) << status.error().message();
  EXPECT_TRUE(drawn);
  EXPECT_EQ(drawable.skinned().buffer, before.buffer);
  EXPECT_EQ(worn.palette, palette);
}

// One row alone in the window.
class SliderRowTest : public SliderEndsTest {
 protected:
  static constexpr float kWidthOfRow = 320.0f;

  void row_frame() {
    io().DisplaySize = {float{kWidth}, 800.0f};
    io().DeltaTime = 1.0f / 60.0f;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    ends_.wanted.clear();
    ImGui::SetNextWindowPos({0.0f, 0.0f});
    ImGui::SetNextWindowSize({kWidthOfRow + 2.0f * ImGui::GetStyle().WindowPadding.x, 700.0f});
    ImGui::Begin("row", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    at_ = ImGui::GetCursorScreenPos();
    const auto& fonts = io().Fonts->Fonts;
    slider_row(workspace(), height(), "Body", typing_, unfolded_, ends_,
               {kDarkTheme, {.text = fonts[0], .small = fonts[fonts.size() - 1]}, 1.0f});
    below_ = ImGui::GetCursorScreenPos().y;
    ImGui::End();
    ImGui::Render();
  }
  void click_row(ImVec2 at) {
    io().MousePos = at;
    row_frame();
    row_frame();
    io().MouseDown[0] = true;
    row_frame();
    io().MouseDown[0] = false;
    row_frame();
  }
  double percent() { return percent_from_weight(height(), workspace().document.avatar().weight(height())); }

  SliderTyping typing_;
  std::set<int> unfolded_;
  ImVec2 at_{0.0f, 0.0f};
  float below_ = 0.0f;
};

TEST_F(SliderRowTest, AClickOnTheNameUnfoldsAndOneOnAPictureStepsATenth) {
  frame();
  row_frame();
  EXPECT_TRUE(ends_.wanted.empty());
  const float folded = below_;
  click_row({at_.x + 40.0f, at_.y + 8.0f});
  ASSERT_EQ(ends_.wanted.size(), 1u);
  EXPECT_EQ(ends_.wanted[0], (SliderEnds::Wanted{kHeightSlider, "Body"}));
  EXPECT_GT(below_, folded + SliderEnds::kSide);
  EXPECT_FALSE(workspace().document.history().can_undo()) << "to look is no step";

  const float y = folded + 0.5f * SliderEnds::kSide, half = 0.5f * SliderEnds::kSide;
  const double before = percent();
  click_row({at_.x + kWidthOfRow - half, y});
  EXPECT_NEAR(percent(), before + 10.0, 1e-6);
  EXPECT_EQ(workspace().document.history().done(), 1u);
  click_row({at_.x + half, y});
  EXPECT_NEAR(percent(), before, 1e-6);
  EXPECT_EQ(workspace().document.history().done(), 2u);
  // The ends are reached, and passed by none.
  workspace().document.sliders.set(height(), 95.0);
  click_row({at_.x + kWidthOfRow - half, y});
  EXPECT_EQ(percent(), 100.0);
  const std::size_t steps = workspace().document.history().done();
  click_row({at_.x + kWidthOfRow - half, y});
  EXPECT_EQ(percent(), 100.0);
  EXPECT_EQ(workspace().document.history().done(), steps) << "nothing changed";
  click_row({at_.x + 40.0f, at_.y + 8.0f});
  EXPECT_TRUE(ends_.wanted.empty());
}

}  // namespace
}  // namespace mannequin::preview
