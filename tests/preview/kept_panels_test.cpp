// Panels drawn where they changed and copied elsewhere, against the same panels drawn as a whole.
#include "tools/preview/kept_panels.h"

#include <backends/imgui_impl_opengl3.h>
#include <gtest/gtest.h>

#include "tests/preview/stage_case.h"
#include "tools/preview/render/canvas.h"

namespace mannequin::preview {
namespace {

constexpr int kWide = 1280, kHigh = 800;

class KeptPanelsTest : public StageTest {
 protected:
  void SetUp() override {
    StageTest::SetUp();
    if (!context_) return;
    whole_.emplace(kWide, kHigh);
    kept_.emplace(kWide, kHigh);
  }
  void TearDown() override {
    whole_.reset();
    kept_.reset();
    StageTest::TearDown();
  }

  // One frame of the window, drawn both ways over black. Returns the share of the pixels that were
  // drawn for the second one; each pixel counts as often as it was drawn.
  double frame(const std::string& what, float density = 1.0f) {
    const Canvas window(kWide, kHigh);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {kWide / density, kHigh / density};
    io.DisplayFramebufferScale = {density, density};
    io.DeltaTime = 1.0f / 60.0f;
    const auto more = stage_->frame(window.framebuffer(), kWide, kHigh, density, true);
    EXPECT_TRUE(more) << more.error().message();
    ImDrawData* data = ImGui::GetDrawData();
    const ViewRect& view = stage_->interface().view();
    const auto pixel = [&](float units) { return static_cast<int>(std::lround(units * density)); };
    const PixelRect views[] = {{pixel(view.min.x), pixel(view.min.y), pixel(view.min.x) + pixel(view.size.x),
                                pixel(view.min.y) + pixel(view.size.y)}};
    const float black[] = {0.0f, 0.0f, 0.0f, 1.0f};
    for (const Canvas* canvas : {&*whole_, &*kept_})
      glClearNamedFramebufferfv(canvas->framebuffer(), GL_COLOR, 0, black);
    const std::uint64_t of_whole = pixels_drawn([&] {
      glBindFramebuffer(GL_FRAMEBUFFER, whole_->framebuffer());
      ImGui_ImplOpenGL3_RenderDrawData(data);
    });
    const std::uint64_t of_kept =
        pixels_drawn([&] { panels_.draw(*data, views, kept_->framebuffer(), kWide, kHigh); });
    const auto expected = whole_->read(false), got = kept_->read(false);
    std::size_t different = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) different += expected[i] != got[i];
    EXPECT_EQ(different, 0u) << what;
    EXPECT_GT(of_whole, 100'000u) << what;
    return static_cast<double>(of_kept) / static_cast<double>(of_whole);
  }

  template <typename Draw>
  std::uint64_t pixels_drawn(const Draw& draw) {
    GLuint query = 0, passed = 0;
    glGenQueries(1, &query);
    glBeginQuery(GL_SAMPLES_PASSED, query);
    draw();
    glEndQuery(GL_SAMPLES_PASSED);
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &passed);
    glDeleteQueries(1, &query);
    return passed;
  }

  void point_at(float x, float y) { ImGui::GetIO().MousePos = {x, y}; }

  KeptPanels panels_;
  std::optional<Canvas> whole_, kept_;
};

TEST_F(KeptPanelsTest, ASliderIsDragged) {
  if (!context_) GTEST_SKIP() << "no OpenGL";
  for (int i = 0; i < 4; ++i) frame("at first");
  const ParameterDesc& slider = parameter(637);
  workspace().document.sliders.begin(slider);
  double most = 0.0;
  for (const double percent : {7.0, 8.0, 9.0, 10.0, 11.0, 99.0, 100.0, 1.0}) {
    workspace().document.sliders.move(slider, percent);
    most = std::max(most, frame(std::to_string(percent)));
  }
  EXPECT_LT(most, 0.4);
}

TEST_F(KeptPanelsTest, PanelsChange) {
  if (!context_) GTEST_SKIP() << "no OpenGL";
  for (int i = 0; i < 3; ++i) frame("at first");
  for (const RightColumn::Tab tab : {RightColumn::Tab::joints, RightColumn::Tab::sliders}) {
    stage_->interface().open_tab(tab);
    frame("another tab");
    frame("and again");
  }
  for (float x = 20.0f; x < kWide; x += 140.0f)
    for (float y = 10.0f; y < kHigh; y += 130.0f) {
      point_at(x, y);
      frame("pointed at " + std::to_string(x) + ", " + std::to_string(y));
    }
  workspace().view.settings.light_theme = !workspace().view.settings.light_theme;
  frame("another theme");
  EXPECT_LT(frame("and again"), 0.2);
}

TEST_F(KeptPanelsTest, PixelsThatAreNoUnits) {
  if (!context_) GTEST_SKIP() << "no OpenGL";
  for (int i = 0; i < 3; ++i) frame("at first", 1.37f);
  panels_.forget();
  for (float x = 15.0f; x < 900.0f; x += 90.0f) {
    point_at(x, 0.6f * x);
    frame("pointed at " + std::to_string(x), 1.37f);
  }
}

}  // namespace
}  // namespace mannequin::preview
